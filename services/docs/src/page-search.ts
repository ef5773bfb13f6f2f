import MiniSearch from 'minisearch';
import type { Options, Query } from 'minisearch';
import { OPERATOR_PAGES } from './audience.ts';
import { slugOf } from './heading-anchor.ts';

/**
 * The ranking of the documentation: the search of the pages in a browser and the tool `search_docs`
 * of agents both cut, index and rank with this file, so that they find the same.
 */

/** A part of the documentation that a search can find. */
export interface Section {
  /** The address that shows it, with an anchor below the top of its page. */
  address: string;
  /** The name of its page under `/docs/`; empty for the API reference. */
  page: string;
  title: string;
  heading: string;
  /** The beginning of the text, without the signs of Markdown. */
  excerpt: string;
}

/** A section as it goes into the index. */
export interface IndexedSection extends Section {
  text: string;
  /** What its score is multiplied with; 1 is a section inside a guide for callers. */
  weight: number;
}

/** A page as its author wrote it. */
interface Written {
  name: string;
  title: string;
  markdown: string;
}

/** Score of the top of a page beside that of a section inside it: titles come first. */
const TOP_WEIGHT = 1.6;
/** Score of a page for operators beside one for callers, who are many more. */
const OPERATOR_WEIGHT = 0.6;
/** Pages that have a word of every other page. */
const LISTS: ReadonlySet<string> = new Set(['index', 'changelog']);
const LIST_WEIGHT = 0.2;
/** Score of an operation of the API reference beside a guide that explains it. */
export const REFERENCE_WEIGHT = 0.4;
const FIELD_BOOST = { heading: 4, title: 3, text: 1 };
/** Score of a synonym beside the word that was asked for. */
const SYNONYM_SHARE = 0.7;
/** Score of a word with two letters exchanged beside the word as it was typed. */
const SWAPPED_SHARE = 0.8;
/** Shorter words mean something else with one letter changed. */
const TYPO_LETTERS_MIN = 4;
/** Changed letters that are forgiven, as a share of the letters of a word. */
const TYPO_SHARE = 0.2;

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/u;

/** Words that say nothing of what is looked for. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a about an and any are as at be but by call calls can could did do does for from get getting give go has have how i if in is it its me much my not of on or our should so that the their them there they this to up use using want was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Words of one meaning, in the singular: a search for one of them finds the others as well. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['fallback', 'failover', 'alias'],
  ['cost', 'price', 'pricing', 'charge', 'fee', 'expensive'],
  ['balance', 'wallet', 'credit', 'money', 'budget'],
  ['payment', 'pay', 'topup', 'refund', 'invoice'],
  ['limit', 'quota', 'throttle', 'throttling', 'ratelimit', '429'],
  ['stream', 'streaming', 'sse'],
  ['tool', 'function', 'calling'],
  ['image', 'picture', 'vision', 'photo'],
  ['document', 'pdf', 'file', 'attachment'],
  ['video', 'film'],
  ['speech', 'audio', 'tts', 'voice', 'aloud'],
  ['transcription', 'audio', 'whisper', 'stt', 'subtitles', 'dictation'],
  ['embedding', 'vector'],
  ['reasoning', 'thinking', 'effort'],
  ['async', 'asynchronous', 'background', 'poll', 'polling', 'later'],
  ['batch', 'batches', 'bulk', 'jsonl'],
  ['sso', 'oidc', 'openid', 'saml', 'keycloak', 'entra', 'okta'],
  ['login', 'signin', 'session'],
  ['password', 'passphrase'],
  ['reset', 'forgotten', 'forgot', 'recover', 'change'],
  ['key', 'apikey', 'token', 'secret', 'credential'],
  ['webhook', 'notification', 'callback'],
  ['cache', 'caching', 'cached'],
  ['backup', 'restore'],
  ['cancel', 'delete', 'remove', 'revoke', 'suspend'],
  ['rotate', 'rotation', 'exchange', 'replace'],
  ['json', 'schema', 'structured'],
  ['log', 'audit', 'trace'],
  ['migrate', 'migration', 'moving', 'switch'],
  ['setup', 'install', 'start', 'started', 'begin'],
  ['admin', 'administrator', 'operator'],
  ['changelog', 'release', 'version', 'news'],
];

const OPTIONS: Options<IndexedSection & { id: number }> = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['address', 'page', 'title', 'heading', 'excerpt', 'weight'],
  tokenize: wordsOf,
  processTerm: singular,
};

function wordsOf(text: string): string[] {
  return text.split(NEITHER_LETTER_NOR_DIGIT).filter(Boolean);
}

/** A word as it is compared: small letters, without the s of a plural. */
function singular(word: string): string {
  const small = word.toLowerCase();
  return small.length > 3 && /[^su]s$/u.test(small) ? small.slice(0, -1) : small;
}

/** An index over sections, which `JSON.stringify` makes a text of. */
export function indexSections(sections: readonly IndexedSection[]): MiniSearch {
  const index = new MiniSearch(OPTIONS);
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return index;
}

/** The index that such a text is of. */
export function loadSections(json: string): MiniSearch {
  return MiniSearch.loadJSON(json, OPTIONS);
}

/**
 * Sections that fit the words, the best first: those that have every word, and where there are none
 * those that have some.
 */
export function searchSections(index: MiniSearch, query: string, limit: number): Section[] {
  const queries = meaningful(query).map(spellings);
  if (queries.length === 0) return [];
  const find = (combineWith: 'AND' | 'OR'): Section[] =>
    index
      .search(
        { combineWith, queries },
        { boost: FIELD_BOOST, boostDocument: (_id, _term, stored) => Number(stored?.['weight']) },
      )
      .slice(0, limit)
      .map((hit) => hit as unknown as Section);
  const all = find('AND');
  return all.length > 0 ? all : find('OR');
}

/**
 * The words of a search that say something, each once; all of them where none does. Two halves of a
 * word that has synonyms are one, such as "sign in" and "fall back".
 */
function meaningful(query: string): string[] {
  const words = wordsOf(query).map((word) => word.toLowerCase());
  const terms: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const pair = words.slice(at, at + 2);
    const isOne = pair.length === 2 && synonymsOf(singular(pair.join(''))).length > 0;
    if (isOne) at += 1;
    terms.push(isOne ? pair.join(' ') : (words[at] ?? ''));
  }
  const reporting = terms.filter((term) => !EMPTY_WORDS.has(term));
  return [...new Set(reporting.length === 0 ? terms : reporting)];
}

function synonymsOf(word: string): string[] {
  return SYNONYMS.filter((set) => set.includes(word))
    .flat()
    .filter((other) => other !== word);
}

/** One word of a search in each spelling and meaning that counts as having it. */
function spellings(term: string): Query {
  const halves = term.split(' ');
  const word = singular(halves.join(''));
  const isLong = word.length >= TYPO_LETTERS_MIN;
  const swapped = isLong ? swappedLetters(word) : [];
  const meant = [word, ...swapped].flatMap(synonymsOf);
  return {
    combineWith: 'OR',
    queries: [
      { queries: [word], prefix: true, fuzzy: isLong && TYPO_SHARE },
      { combineWith: 'AND', queries: halves.length === 1 ? [] : halves },
      ...exactly(swapped, SWAPPED_SHARE),
      ...exactly(meant, SYNONYM_SHARE),
    ],
  };
}

function exactly(words: readonly string[], share: number): Query[] {
  if (words.length === 0) return [];
  const boost = Object.fromEntries(
    Object.entries(FIELD_BOOST).map(([field, weight]) => [field, weight * share]),
  );
  return [{ combineWith: 'OR', queries: [...words], prefix: false, fuzzy: false, boost }];
}

/** "tokne" is "token": to the index, two letters that were exchanged are two mistakes. */
function swappedLetters(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ).filter((swapped) => swapped !== word);
}

/** A page cut at its headings; lines of code that look like one are none. */
export function sectionsOf({ name, title, markdown }: Written): IndexedSection[] {
  const kind = LISTS.has(name) ? LIST_WEIGHT : OPERATOR_PAGES.has(name) ? OPERATOR_WEIGHT : 1;
  return cut(markdown).map((part) => {
    const heading = HEADING.exec(part)?.[1] ?? title;
    const isTop = heading === title;
    const text = part.replace(HEADING, '').trim();
    return {
      address: `/docs/${name}${isTop ? '' : `#${slugOf(heading)}`}`,
      page: name,
      title,
      heading: heading.replaceAll('`', ''),
      text,
      excerpt: excerptOf(text),
      weight: kind * (isTop ? TOP_WEIGHT : 1),
    };
  });
}

const HEADING = /^#{1,3} (.+)$/mu;
const EXCERPT_CHARACTERS = 300;

function cut(markdown: string): string[] {
  const parts: string[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (parts.length === 0 || (!isCode && HEADING.test(line))) parts.push(line);
    else parts[parts.length - 1] += `\n${line}`;
  }
  return parts.filter((part) => part.trim() !== '');
}

function excerptOf(text: string): string {
  const words = text
    .replaceAll(/```\w*(?: run| output)?\n/gu, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, '$1')
    .replaceAll(/[`|*]|-{3,}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return words.length > EXCERPT_CHARACTERS ? `${words.slice(0, EXCERPT_CHARACTERS)} …` : words;
}
