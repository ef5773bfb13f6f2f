import { readdir, readFile } from 'node:fs/promises';
import type MiniSearch from 'minisearch';
import { OPERATOR_PAGES, withoutOperatorPages } from './audience.ts';
import { withoutPictures } from './pictures.ts';
import { indexSections, searchSections, sectionsOf } from './page-search.ts';
import type { Section } from './page-search.ts';

/** One page of the documentation. */
export interface Page {
  /** The path under `/docs/`, such as `quick-start`. */
  name: string;
  title: string;
  /** The text without pictures. */
  markdown: string;
}

/** Every page of the documentation, in memory. */
export interface Library {
  pages: readonly Page[];
  find(name: string): Page | undefined;
  /** Sections that fit the words, the best first. */
  search(words: string, limit: number): Section[];
}

const CONTENT = new URL('../content/', import.meta.url);
const FIRST = 'index';
const LINK = /\]\(\/docs\/([a-z0-9-]+)\)/g;
const PAGE_NAME = /^([a-z0-9-]+)\.md$/;

/** Reads the content once; pages that are asked for later are looked up by name, never by path. */
export async function openLibrary(): Promise<Library> {
  const names = (await readdir(CONTENT)).flatMap((file) => PAGE_NAME.exec(file)?.[1] ?? []);
  return libraryOf(inOrder(await Promise.all(names.map(readPage))));
}

/** The documentation without the pages for operators, and without their lines in the contents. */
export function forCallers({ pages }: Library): Library {
  const shown = pages.filter(({ name }) => !OPERATOR_PAGES.has(name));
  return libraryOf(
    shown.map((page) => ({ ...page, markdown: withoutOperatorPages(page.markdown) })),
  );
}

function libraryOf(pages: readonly Page[]): Library {
  const byName = new Map(pages.map((page) => [page.name, page]));
  // A tenth of a second of every start, for what most processes are never asked.
  let index: MiniSearch | undefined;
  return {
    pages,
    find: (name) => byName.get(name),
    search: (words, limit) =>
      searchSections((index ??= indexSections(pages.flatMap(sectionsOf))), words, limit),
  };
}

/** The first page, then the others as it links them, then what it does not link. */
function inOrder(pages: readonly Page[]): Page[] {
  const first = pages.find(({ name }) => name === FIRST)?.markdown ?? '';
  const linked = [FIRST, ...[...first.matchAll(LINK)].map(([, name = '']) => name)];
  const path = ({ name }: Page): number => {
    const at = linked.indexOf(name);
    return at < 0 ? linked.length : at;
  };
  return pages.toSorted(
    (one, other) => path(one) - path(other) || one.name.localeCompare(other.name, 'en'),
  );
}

async function readPage(name: string): Promise<Page> {
  const markdown = withoutPictures(await readFile(new URL(`${name}.md`, CONTENT), 'utf8'));
  return { name, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown };
}
