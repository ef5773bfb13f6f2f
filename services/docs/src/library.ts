import { readdir, readFile } from 'node:fs/promises';
import MiniSearch from 'minisearch';
import type { QueryCombination as CombinedQuery } from 'minisearch';
import { OPERATOR_PAGES, withoutOperatorPages } from './audience.ts';

/** One page of the documentation. */
export interface Page {
  /** The path under `/docs/`, such as `quick-start`. */
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
  let index: MiniSearch<Section> | undefined;
  return {
    pages,
    find: (name) => byName.get(name),
    search: (words, limit) =>
      (index ??= indexOf(pages))
        .search(withSynonyms(reportingWords(words)))
        .slice(0, limit)
        .map((hit) => ({
          page: String(hit['page']),
          title: String(hit['title']),
          heading: String(hit['heading']),
          excerpt: String(hit['excerpt']),
        })),
  };
}

/** Words that say nothing of what is looked for. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by can could did do does for from get go has have how i if in is it its me my not of on or our should so that the their them there they this to up use using want was we what when where which who why will with would you your'.split(
    ' ',
  ),
);
/**
 * Words of one meaning: a search for one of them finds the others as well, which count for less.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  ['fallback', 'fallbacks', 'failover', 'alias', 'aliases'],
  ['cost', 'costs', 'price', 'prices', 'pricing', 'charge', 'charged', 'quote'],
  ['balance', 'wallet', 'credit', 'credits', 'money'],
  ['limit', 'limits', 'quota', 'throttle', 'throttling', '429'],
  ['stream', 'streaming', 'sse'],
  ['tool', 'tools', 'function', 'functions', 'calling'],
  ['image', 'images', 'picture', 'pictures', 'vision'],
  ['video', 'videos', 'film', 'films'],
  ['embedding', 'embeddings', 'vector', 'vectors'],
  ['reasoning', 'thinking', 'effort', 'thoughts'],
  ['async', 'asynchronous', 'background', 'poll', 'polling', 'later'],
  ['login', 'signin', 'password', 'session', 'sessions'],
  ['key', 'keys', 'token', 'tokens', 'secret', 'credential', 'credentials'],
  ['webhook', 'webhooks', 'notification', 'notifications', 'event', 'events'],
  ['cache', 'caching', 'cached'],
  ['backup', 'backups', 'restore'],
  ['cancel', 'delete', 'remove', 'revoke', 'suspend'],
  ['json', 'schema', 'structured', 'response_format'],
  ['log', 'logs', 'audit', 'trace'],
];
const SPACE_OR_SIGN = /[\s\p{P}]+/u;
/** What a synonym counts for, beside a word that was asked for. */
const SYNONYM_SHARE = 0.6;

/** The words of a search that say something, each once; all of them where none does. */
function reportingWords(words: string): string[] {
  const plain = words.toLowerCase().split(SPACE_OR_SIGN).filter(Boolean);
  const reporting = plain.filter((word) => !EMPTY_WORDS.has(word));
  // "fall back" and "sign in" are the two halves of one word.
  const joined = plain.slice(1).map((word, at) => `${plain[at]}${word}`);
  const compounds = joined.filter((word) => SYNONYMS.some((set) => set.includes(word)));
  return [...new Set([...(reporting.length === 0 ? plain : reporting), ...compounds])];
}

/** The words, and those that mean the same. */
function withSynonyms(words: readonly string[]): CombinedQuery {
  const others = SYNONYMS.filter((set) => set.some((word) => words.includes(word)))
    .flat()
    .filter((word) => !words.includes(word));
  return {
    combineWith: 'OR',
    queries: [
      { queries: [words.join(' ')] },
      { queries: [others.join(' ')], prefix: false, fuzzy: false, boost: shares(SYNONYM_SHARE) },
    ],
  };
}

const BOOST = { heading: 3, title: 2, text: 1 };
const shares = (share: number): Record<string, number> =>
  Object.fromEntries(Object.entries(BOOST).map(([field, weight]) => [field, weight * share]));

function indexOf(pages: readonly Page[]): MiniSearch<Section> {
  const index = new MiniSearch<Section>({
    fields: ['heading', 'title', 'text'],
    storeFields: ['page', 'title', 'heading', 'excerpt'],
    searchOptions: { boost: BOOST, prefix: true, fuzzy: 0.1 },
  });
  index.addAll(pages.flatMap(sectionsOf).map((section, id) => ({ ...section, id })));
  return index;
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
