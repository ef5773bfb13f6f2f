import { textBytesIn } from './pdf-text.ts';
import { streamsOf } from './pdf-streams.ts';
import type { InflateBudget } from './pdf-streams.ts';

/** What a PDF comes to before anybody has read it. */
export interface PdfSize {
  pages: number;
  /** Bytes within the strings of its pages, of which a font makes one letter each, or one of two. */
  textBytes: number;
}

/** Bytes that may be inflated for the documents of one request: more would keep everybody else waiting. */
export const INFLATED_BYTES_MAX = 8_388_608;
/** Where a file says that it is a PDF, in bytes from its beginning. */
const HEAD_BYTES = 1_024;
/** How far from a count the beginning and the end of its dictionary are looked for, in characters. */
const DICTIONARY_CHARACTERS = 65_536;

/** Blanks and comments, which may stand between any two words of a PDF. */
const GAP = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])*`;
const PAGE = new RegExp(String.raw`/Type${GAP}/Page(?![A-Za-z])`, 'gu');
const COUNT = new RegExp(String.raw`/Count${GAP}(\d{1,9})(${GAP}\d+${GAP}R\b)?`, 'gu');
const KIDS = new RegExp(String.raw`/Kids${GAP}\[([^\]]*)\]`, 'gu');
const TREE = new RegExp(String.raw`/Kids(?![A-Za-z])|/Type${GAP}/Pages(?![A-Za-z])`, 'u');
/** Trees of names have children too, and neither a count nor this type. */
const OF_PAGES = new RegExp(String.raw`/Count(?![A-Za-z])|/Type${GAP}/Pages(?![A-Za-z])`, 'u');
const REFERENCE = /\d+\s+\d+\s+R\b/gu;
const ENCRYPTED = /\/Encrypt(?![A-Za-z])/u;
const ESCAPED = /\/[^\s/<>[\]()]{0,120}#[0-9a-f]{2}/iu;

/**
 * The pages of a PDF and the length of its text, from one scan without interpreting it: the most that any of its trees of pages, page objects and counts say,
 * also within compressed objects, so that a count that lies low gains nothing.
 * @param budget of bytes to inflate, which the scan takes from
 * @returns null for what is no PDF, is encrypted, or cannot be measured for certain within the budget
 */
export function measurePdf(bytes: Buffer, budget: InflateBudget): PdfSize | null {
  const whole = bytes.toString('latin1');
  if (!whole.slice(0, HEAD_BYTES).includes('%PDF-') || ENCRYPTED.test(whole)) return null;
  const streams = streamsOf(bytes, whole, budget);
  if (streams === null) return null;
  const texts = [whole, ...streams.inflated];
  const pages = pagesIn(texts.map(withPlainNames));
  if (pages === null) return null;
  const textBytes = streams.contents.reduce((sum, text) => sum + textBytesIn(text), 0);
  return { pages, textBytes };
}

/** Names with letters written as their numbers, such as `/P#61ge`, in plain letters. */
function withPlainNames(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replaceAll(/#([0-9a-f]{2})/giu, (_, code) =>
    String.fromCharCode(Number.parseInt(String(code), 16)),
  );
}

/** The most pages that any part of the file tells of; null where none does, or where a count stands elsewhere. */
function pagesIn(texts: readonly string[]): number | null {
  let objects = 0;
  let kids = 0;
  let most = 0;
  for (const text of texts) {
    objects += count(text, PAGE);
    for (const { index, 1: list = '' } of text.matchAll(KIDS)) {
      if (OF_PAGES.test(dictionaryAround(text, index))) kids += count(list, REFERENCE);
    }
    for (const { index, 1: number, 2: reference } of text.matchAll(COUNT)) {
      if (!TREE.test(dictionaryAround(text, index))) continue;
      if (reference !== undefined) return null;
      most = Math.max(most, Number(number));
    }
  }
  const pages = Math.max(objects, kids, most);
  return pages === 0 ? null : pages;
}

/** The innermost dictionary around a place. Chapters have counts too, in dictionaries without pages. */
function dictionaryAround(text: string, index: number): string {
  let start = index;
  for (let depth = 0; start > 0 && index - start < DICTIONARY_CHARACTERS; start -= 1) {
    if (text.startsWith('>>', start)) depth += 1;
    if (text.startsWith('<<', start)) depth -= 1;
    if (depth < 0) break;
  }
  let end = index;
  for (let depth = 0; end < text.length && end - index < DICTIONARY_CHARACTERS; end += 1) {
    if (text.startsWith('<<', end)) depth += 1;
    if (text.startsWith('>>', end)) depth -= 1;
    if (depth < 0) break;
  }
  return text.slice(start, end);
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
