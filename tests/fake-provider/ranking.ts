import { withoutDirectives } from './directive.ts';
import { inputTokensOf } from './prompt.ts';

/** What a query asks for between `[rank: ` and `]`: a course of things. */
export type Course = 'none' | 'twice' | 'foreign' | 'unscored' | 'silent' | 'all';

/** Whether a query asks for such a course. */
export const asksFor = (query: string, course: Course): boolean =>
  query.includes(`[rank: ${course}]`);

/** One document in its place. */
interface Ranked {
  index: number;
  relevance_score: unknown;
}

const WORD = /[a-z0-9]+/gu;
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(WORD));

/**
 * The documents by the share of the words of the query that they have, the most relevant first,
 * with the fault that the query asks for.
 */
export function rankedBy(query: string, texts: readonly string[], most: number): Ranked[] {
  const asked = [...wordsOf(withoutDirectives(query))];
  const found = texts.map((text, index) => {
    const words = wordsOf(text);
    const hits = asked.filter((word) => words.has(word)).length;
    return { index, relevance_score: hits / Math.max(1, asked.length) };
  });
  const sorted = found.toSorted((one, other) => other.relevance_score - one.relevance_score);
  if (asksFor(query, 'none')) return [];
  if (asksFor(query, 'twice')) return [...sorted, ...sorted].slice(0, 2 * texts.length);
  if (asksFor(query, 'foreign')) return [{ index: texts.length, relevance_score: 0.5 }];
  if (asksFor(query, 'unscored')) return sorted.map((one) => ({ ...one, relevance_score: null }));
  return asksFor(query, 'all') ? sorted : sorted.slice(0, most);
}

/** The tokens of a call whose query is read again with each document. */
export function tokensOf(query: string, texts: readonly string[]): number {
  const asked = inputTokensOf(withoutDirectives(query).length);
  return texts.reduce((sum, text) => sum + asked + inputTokensOf(text.length), 0);
}

/** A document of a search unit, query included, in tokens. */
const CHUNK_TOKENS = 500;
/** Documents of a search unit. */
const UNIT_DOCUMENTS = 100;

/** The search units of a call: long documents count as several. */
export function unitsOf(query: string, texts: readonly string[]): number {
  const asked = Math.min(inputTokensOf(withoutDirectives(query).length), CHUNK_TOKENS / 2);
  const parts = texts.map((text) =>
    Math.max(1, Math.ceil(inputTokensOf(text.length) / (CHUNK_TOKENS - asked))),
  );
  return Math.ceil(parts.reduce((sum, count) => sum + count, 0) / UNIT_DOCUMENTS);
}
