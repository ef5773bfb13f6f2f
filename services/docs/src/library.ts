import { readdir, readFile } from 'node:fs/promises';
import MiniSearch from 'minisearch';

/** One page of the documentation. */
export interface Page {
  /** Its place under `/docs/`, such as `quick-start`. */
  name: string;
  title: string;
  markdown: string;
}

/** A section that fits a search. */
export interface Found {
  page: string;
  title: string;
  heading: string;
  /** The beginning of the section. */
  excerpt: string;
}

/** Every page of the documentation, in memory. */
export interface Library {
  pages: readonly Page[];
  find(name: string): Page | undefined;
  /** Sections that fit the words, the best first. */
  search(words: string, limit: number): Found[];
}

const CONTENT = new URL('../content/', import.meta.url);
const FIRST = 'index';
const EXCERPT_CHARACTERS = 400;
const LINK = /\]\(\/docs\/([a-z0-9-]+)\)/g;
const PAGE_NAME = /^([a-z0-9-]+)\.md$/;

interface Section extends Found {
  id: number;
  text: string;
}

/** Reads the content once; pages that are asked for later are looked up by name, never by path. */
export async function openLibrary(): Promise<Library> {
  const names = (await readdir(CONTENT)).flatMap((file) => PAGE_NAME.exec(file)?.[1] ?? []);
  const pages = inOrder(await Promise.all(names.map(readPage)));
  const byName = new Map(pages.map((page) => [page.name, page]));
  // A tenth of a second of every start, for what most processes are never asked.
  let index: MiniSearch<Section> | undefined;
  return {
    pages,
    find: (name) => byName.get(name),
    search: (words, limit) =>
      (index ??= indexOf(pages))
        .search(words)
        .slice(0, limit)
        .map((hit) => ({
          page: String(hit['page']),
          title: String(hit['title']),
          heading: String(hit['heading']),
          excerpt: String(hit['excerpt']),
        })),
  };
}

function indexOf(pages: readonly Page[]): MiniSearch<Section> {
  const index = new MiniSearch<Section>({
    fields: ['heading', 'title', 'text'],
    storeFields: ['page', 'title', 'heading', 'excerpt'],
    searchOptions: { boost: { heading: 3, title: 2 }, prefix: true, fuzzy: 0.1 },
  });
  index.addAll(pages.flatMap(sectionsOf).map((section, id) => ({ ...section, id })));
  return index;
}

/** The first page, then the others as it links them, then what it does not link. */
function inOrder(pages: readonly Page[]): Page[] {
  const first = pages.find(({ name }) => name === FIRST)?.markdown ?? '';
  const linked = [FIRST, ...[...first.matchAll(LINK)].map(([, name = '']) => name)];
  const place = ({ name }: Page): number => {
    const at = linked.indexOf(name);
    return at < 0 ? linked.length : at;
  };
  return pages.toSorted(
    (one, other) => place(one) - place(other) || one.name.localeCompare(other.name, 'en'),
  );
}

async function readPage(name: string): Promise<Page> {
  const markdown = await readFile(new URL(`${name}.md`, CONTENT), 'utf8');
  return { name, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown };
}

/** A page cut at its headings, so that a hit says where on the page. */
function sectionsOf({ name, title, markdown }: Page): Omit<Section, 'id'>[] {
  return markdown
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const heading = /^#{1,3} (.+)$/m.exec(part)?.[1] ?? title;
      const text = part.replace(/^#{1,3} .+$/m, '').trim();
      return { page: name, title, heading, text, excerpt: text.slice(0, EXCERPT_CHARACTERS) };
    });
}
