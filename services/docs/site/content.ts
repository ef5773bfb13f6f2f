import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_PAGES, withoutOperatorPages } from '../src/audience.ts';

const CONTENT = join(import.meta.dirname, '../content');
const FIRST = 'index';

/** A page as its author wrote it. */
export interface Source {
  name: string;
  title: string;
  /** The first paragraph: what the page is for. */
  purpose: string;
  markdown: string;
}

/** A heading of the first page with the pages that it links. */
export interface Group {
  title: string;
  pages: readonly Source[];
}

/** Every page of the content, the first page and then as it links them. */
export interface Content {
  first: Source;
  groups: readonly Group[];
  pages: readonly Source[];
}

/**
 * Reads the content. The first page is the table of contents too: its headings are the groups of
 * the menu.
 */
export function readContent(): Content {
  const sources = readdirSync(CONTENT)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readSource(file.slice(0, -'.md'.length)));
  const first = sources.find(({ name }) => name === FIRST);
  if (first === undefined) throw new Error(`The content has no ${FIRST}.md.`);
  const named = new Map(sources.map((source) => [source.name, source]));
  const groups = first.markdown
    .split(/^## /mu)
    .slice(1)
    .map((section) => ({
      title: section.split('\n', 1)[0] ?? '',
      pages: [...section.matchAll(/^- \[[^\]]+\]\(\/docs\/([a-z0-9-]+)\)/gmu)].flatMap(
        ([, name = '']) => named.get(name) ?? [],
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
  return { first, groups, pages: [first, ...groups.flatMap(({ pages }) => pages)] };
}

/** The content as callers need it: without the pages for operators. */
export function contentForCallers({ first, groups, pages }: Content): Content {
  const isShown = ({ name }: Source): boolean => !OPERATOR_PAGES.has(name);
  const contents = { ...first, markdown: withoutOperatorPages(first.markdown) };
  return {
    first: contents,
    groups: groups
      .map((group) => ({ ...group, pages: group.pages.filter(isShown) }))
      .filter((group) => group.pages.length > 0),
    pages: [contents, ...pages.filter((page) => page !== first && isShown(page))],
  };
}

function readSource(name: string): Source {
  const markdown = readFileSync(join(CONTENT, `${name}.md`), 'utf8');
  const [heading = '', purpose = ''] = markdown.split('\n\n');
  return { name, title: heading.replace(/^# /u, ''), purpose: plain(purpose), markdown };
}

/** Markdown of one paragraph without its signs. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, '$1')
    .replaceAll(/[`*]/gu, '')
    .replaceAll('\n', ' ')
    .trim();
}
