import { plainNames } from './pdf-names.ts';
import { streamsOf } from './pdf-streams.ts';
import { textBytesIn } from './pdf-text.ts';
import type { ScanBudget } from './scan-budget.ts';

/** What a PDF comes to before anybody has read it. */
export interface PdfSize {
  pages: number;
  /**
   * Bytes within the strings of its pages, of which a font makes one letter each, or one of two.
   */
  textBytes: number;
}

/** Where a file says that it is a PDF, in bytes from its beginning. */
const HEAD_BYTES = 1_024;
/**
 * How far from a count the beginning and the end of its dictionary are looked for, in characters.
 */
const DICTIONARY_CHARACTERS = 65_536;

/**
 * Blanks between two words. Every repetition here has an end, because a pattern that may run on
 * from each of its beginnings takes the square of the file's length; what has more blanks, or a
 * comment, counts as a file that cannot be measured.
 */
const GAP = String.raw`[\s\0]{0,32}`;
const BLANKS = String.raw`[\s\0]{1,32}`;
const TOO_FAR = String.raw`(?:[\s\0]{33}|${GAP}%)`;
const PAGE = new RegExp(String.raw`/Type${GAP}/Page(?![A-Za-z])`, 'gu');
const COUNT = new RegExp(String.raw`/Count${GAP}(\d{1,9})(${BLANKS}\d{1,9}${BLANKS}R\b)?`, 'gu');
const KIDS = new RegExp(String.raw`/Kids${GAP}\[`, 'gu');
/** Spellings of what is counted that the patterns above would read wrongly or not at all. */
const ODD = new RegExp(
  [
    `/(?:Type|Count|Kids)${TOO_FAR}`,
    String.raw`/Count${GAP}(?:\+|\d{10}|\d{1,9}${TOO_FAR}|\d{1,9}${BLANKS}\d{1,9}${TOO_FAR})`,
  ].join('|'),
  'u',
);
const TREE = new RegExp(String.raw`/Kids(?![A-Za-z])|/Type${GAP}/Pages(?![A-Za-z])`, 'u');
/** Trees of names have children too, and neither a count nor this type. */
const OF_PAGES = new RegExp(String.raw`/Count(?![A-Za-z])|/Type${GAP}/Pages(?![A-Za-z])`, 'u');
const REFERENCE = /\d{1,9}[\s\0]{1,8}\d{1,5}[\s\0]{1,8}R\b/gu;
const ENCRYPTED = /\/Encrypt(?![A-Za-z])/u;
const LESS = 60;
const GREATER = 62;

/**
 * The pages of a PDF and the length of its text, from one scan without interpreting it: the most
 * that any of its trees of pages, page objects and counts say, also within compressed objects, so
 * that a count that lies low gains nothing.
 * @param budget of the request, which the scan takes from
 * @returns null for what is no PDF, is encrypted, or cannot be measured for certain within the
 *   budget
 */
export function measurePdf(bytes: Buffer, budget: ScanBudget): PdfSize | null {
  const whole = bytes.toString('latin1');
  if (!whole.slice(0, HEAD_BYTES).includes('%PDF-') || ENCRYPTED.test(whole)) return null;
  const streams = streamsOf(bytes, whole, budget);
  if (streams === null) return null;
  const texts = [whole, ...streams.inflated];
  const pages = pagesIn(texts.map(plainNames), budget);
  if (pages === null) return null;
  const textBytes = streams.contents.reduce((sum, text) => sum + textBytesIn(text), 0);
  return { pages, textBytes };
}

/**
 * The most pages that any part of the file names; null where none does, where a count is elsewhere,
 * and beyond the budget.
 */
function pagesIn(texts: readonly string[], budget: ScanBudget): number | null {
  let objects = 0;
  let kids = 0;
  let most = 0;
  for (const text of texts) {
    if (ODD.test(text)) return null;
    objects += count(text, PAGE);
    const inTrees = kidsIn(text, budget);
    const counted = largestCount(text, budget);
    if (inTrees === null || counted === null) return null;
    kids += inTrees;
    most = Math.max(most, counted);
  }
  const pages = Math.max(objects, kids, most);
  return pages === 0 ? null : pages;
}

/** The children in all trees of pages of a text. */
function kidsIn(text: string, budget: ScanBudget): number | null {
  let kids = 0;
  for (const { index, 0: found } of text.matchAll(KIDS)) {
    const start = index + found.length;
    const end = text.indexOf(']', start);
    if (end < 0 || !budget.takeSteps(end - start)) return null;
    const dictionary = dictionaryAround(text, index, budget);
    if (dictionary === null) return null;
    if (OF_PAGES.test(dictionary)) kids += count(text.slice(start, end), REFERENCE);
  }
  return kids;
}

function largestCount(text: string, budget: ScanBudget): number | null {
  let most = 0;
  for (const { index, 1: number, 2: reference } of text.matchAll(COUNT)) {
    const dictionary = dictionaryAround(text, index, budget);
    if (dictionary === null) return null;
    if (!TREE.test(dictionary)) continue;
    if (reference !== undefined) return null;
    most = Math.max(most, Number(number));
  }
  return most;
}

/**
 * The innermost dictionary around an offset; null beyond the budget. Chapters have counts too, in
 * dictionaries without pages.
 */
function dictionaryAround(text: string, index: number, budget: ScanBudget): string | null {
  const isPair = (at: number, code: number): boolean =>
    text.charCodeAt(at) === code && text.charCodeAt(at + 1) === code;
  let start = index;
  for (let depth = 0; start > 0 && index - start < DICTIONARY_CHARACTERS; start -= 1) {
    if (isPair(start, GREATER)) depth += 1;
    if (isPair(start, LESS)) depth -= 1;
    if (depth < 0) break;
  }
  let end = index;
  for (let depth = 0; end < text.length && end - index < DICTIONARY_CHARACTERS; end += 1) {
    if (isPair(end, LESS)) depth += 1;
    if (isPair(end, GREATER)) depth -= 1;
    if (depth < 0) break;
  }
  return budget.takeSteps(end - start) ? text.slice(start, end) : null;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
