import { constants, inflateSync } from 'node:zlib';
import { plainNames } from './pdf-names.ts';
import type { ScanBudget } from './scan-budget.ts';

/** The streams of a PDF that may count pages or hold text. */
export interface PdfStreams {
  /** What compressed streams hold. */
  inflated: string[];
  /** Those of all streams that look like the content of pages. */
  contents: string[];
}

/** More streams are no document of a few hundred pages. */
const STREAMS_MAX = 20_000;
/** How far in front of a stream its dictionary begins at most, in characters. */
const DICTIONARY_CHARACTERS = 16_384;
/** So much of a picture's data is looked at, in bytes: it might be text under another label. */
const GLANCE_BYTES = 512;
/**
 * The share of printable characters that content of pages has and compressed pictures and fonts
 * have not.
 */
const PRINTABLE_SHARE = 0.7;

const STREAM = /(?<!end)stream(?:\r\n|\n|\r)/gu;
const FILTER = /\/Filter[\s\0]{0,32}(\[[^\]]{0,200}\]|\/[A-Za-z0-9]{1,32})/u;
/** A filter that is written otherwise, or elsewhere. */
const ANY_FILTER = /\/Filter(?![A-Za-z])/u;
const NAMES = /\/([A-Za-z0-9]+)/gu;
/** Encodings of pictures alone. */
const PICTURES: ReadonlySet<string> = new Set([
  'DCTDecode',
  'DCT',
  'JPXDecode',
  'CCITTFaxDecode',
  'CCF',
  'JBIG2Decode',
]);
/** Labels of pictures, fonts and profiles of colours, which are no text. */
const NO_TEXT =
  /\/Subtype\s*\/Image\b|\/Length[123]\b|\/Subtype\s*\/(?:Type1C|CIDFontType0C|OpenType)\b|\/Alternate\b/u;
const PREDICTOR = /\/Predictor\s*(?:[2-9]|1\d)/u;
const OBJECTS = /\/Type\s*\/ObjStm\b/u;
/** Shows text: an operator behind a string or a list. */
const SHOWS_TEXT = /[)>\]]\s*(?:Tj|TJ|'|")/u;

/**
 * The streams of a PDF, read as far as the budget allows.
 * @returns null when one that may matter cannot be read: in an encoding that is not known here, or
 *   too large
 */
export function streamsOf(bytes: Buffer, whole: string, budget: ScanBudget): PdfStreams | null {
  const streams: PdfStreams = { inflated: [], contents: [] };
  let found = 0;
  // The next end is looked for once, however many streams begin in front of it.
  let end = 0;
  for (const { index, 0: word } of whole.matchAll(STREAM)) {
    found += 1;
    if (found > STREAMS_MAX) return null;
    const dictionary = dictionaryBefore(whole, index);
    if (dictionary === null) continue;
    if (!budget.takeSteps(dictionary.length)) return null;
    const start = index + word.length;
    if (end < start) end = endFrom(whole, start);
    const body = bytes.subarray(start, end);
    const rest = bytes.subarray(start);
    const isRead = readStream({ dictionary, body, rest }, streams, budget);
    if (!isRead) return null;
  }
  return streams;
}

function endFrom(whole: string, start: number): number {
  const end = whole.indexOf('endstream', start);
  return end < 0 ? whole.length : end;
}

interface RawStream {
  dictionary: string;
  /** Up to where the file says that it ends. */
  body: Buffer;
  /** Up to the end of the file: compressed data says by itself where it ends. */
  rest: Buffer;
}

function readStream(raw: RawStream, streams: PdfStreams, budget: ScanBudget): boolean {
  const { dictionary, body } = raw;
  const filters = filtersOf(dictionary);
  if (filters === null) return false;
  const isLabelled = NO_TEXT.test(dictionary);
  if (filters.length === 0) {
    if (isLabelled && !isPrintable(body.toString('latin1', 0, GLANCE_BYTES))) return true;
    if (!budget.takeBytes(body.length)) return false;
    noteContent(body.toString('latin1'), dictionary, streams);
    return true;
  }
  if (filters.some((name) => PICTURES.has(name))) return true;
  if (isLabelled && !hidesText(raw, filters, budget)) return true;
  if (OBJECTS.test(dictionary) && PREDICTOR.test(dictionary)) return false;
  const text = decoded(raw, filters, budget);
  if (text === null) return false;
  streams.inflated.push(text);
  noteContent(text, dictionary, streams);
  return true;
}

/** The dictionary in front of a stream; null where the word means something else. */
function dictionaryBefore(whole: string, index: number): string | null {
  const before = whole.slice(Math.max(0, index - DICTIONARY_CHARACTERS), index);
  if (!/>>[\s\0]*$/u.test(before.slice(-64))) return null;
  const from = before.lastIndexOf(' obj');
  return plainNames(from < 0 ? before : before.slice(from));
}

/**
 * The names of the encodings of a stream, in the order in which they are undone; null where they
 * cannot be read.
 */
function filtersOf(dictionary: string): string[] | null {
  const found = FILTER.exec(dictionary)?.[1];
  if (found === undefined) return ANY_FILTER.test(dictionary) ? null : [];
  return [...found.matchAll(NAMES)].map(([, name = '']) => name);
}

/** Whether data that is labelled as a picture or a font begins like the content of a page. */
function hidesText(
  { dictionary, rest }: RawStream,
  filters: readonly string[],
  budget: ScanBudget,
): boolean {
  const beginning = rest.subarray(0, GLANCE_BYTES);
  const glance = decoded({ dictionary, body: beginning, rest: beginning }, filters, budget);
  return glance !== null && isPrintable(glance) && SHOWS_TEXT.test(glance);
}

function decoded(
  { body, rest }: RawStream,
  filters: readonly string[],
  budget: ScanBudget,
): string | null {
  const [first] = filters;
  const isDeflated = first !== undefined && isFlate(first);
  if (!isDeflated && !budget.takeBytes(body.length)) return null;
  let data: Buffer | null = isDeflated ? rest : body;
  for (const name of filters) {
    const decoder = isFlate(name) ? (given: Buffer) => inflated(given, budget) : DECODERS.get(name);
    data = data === null || decoder === undefined ? null : decoder(data);
  }
  return data?.toString('latin1') ?? null;
}

function isFlate(name: string): boolean {
  return name === 'FlateDecode' || name === 'Fl';
}

/** The bytes before a fault count, as with every reader of PDF; null beyond the budget. */
function inflated(data: Buffer, budget: ScanBudget): Buffer | null {
  if (budget.bytes <= 0) return null;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: budget.bytes };
    const made = inflateSync(data, { ...options, info: true }) as unknown as Inflated;
    // Data may be long and come to nothing, so that what was read is paid for as well.
    const isWithin = budget.takeSteps(made.engine.bytesWritten);
    return budget.takeBytes(made.buffer.length) && isWithin ? made.buffer : null;
  } catch {
    // Too large, or damaged: nobody knows what a provider makes of it.
    return null;
  }
}

/**
 * What `inflateSync` gives with `info`, of which the types know nothing:
 * https://nodejs.org/api/zlib.html#class-options
 */
interface Inflated {
  buffer: Buffer;
  /** `bytesWritten` is how much was read of the input. */
  engine: { bytesWritten: number };
}

function fromHex(data: Buffer): Buffer {
  return Buffer.from(data.toString('latin1').replaceAll(/[^0-9A-Fa-f]/gu, ''), 'hex');
}

const FIRST_OF_85 = 33;
const LAST_OF_85 = 117;
const ZEROS = 122;
const BASE = 85;
const BYTE = 256;
const GROUP = 5;

/** Groups of five characters are four bytes; `z` is four zeros. */
function fromAscii85(data: Buffer): Buffer {
  const made: number[] = [];
  let group: number[] = [];
  for (const code of data) {
    if (code === ZEROS && group.length === 0) made.push(0, 0, 0, 0);
    else if (code >= FIRST_OF_85 && code <= LAST_OF_85) group.push(code - FIRST_OF_85);
    else if (code === '~'.charCodeAt(0)) break;
    if (group.length < GROUP) continue;
    made.push(...bytesOf(group));
    group = [];
  }
  if (group.length > 1) {
    const padded = [...group, ...Array.from({ length: GROUP - group.length }, () => BASE - 1)];
    made.push(...bytesOf(padded).slice(0, group.length - 1));
  }
  return Buffer.from(made);
}

function bytesOf(group: readonly number[]): number[] {
  const value = group.reduce((sum, digit) => sum * BASE + digit, 0);
  return [BYTE ** 3, BYTE ** 2, BYTE, 1].map((unit) => Math.floor(value / unit) % BYTE);
}

const DECODERS: ReadonlyMap<string, (data: Buffer) => Buffer> = new Map([
  ['ASCII85Decode', fromAscii85],
  ['A85', fromAscii85],
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
]);

function noteContent(text: string, dictionary: string, streams: PdfStreams): void {
  if (!SHOWS_TEXT.test(text)) return;
  if (NO_TEXT.test(dictionary) && !isPrintable(text)) return;
  streams.contents.push(text);
}

function isPrintable(text: string): boolean {
  const sample = text.slice(0, GLANCE_BYTES);
  let printable = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if ((code >= 32 && code < 127) || code === 10 || code === 13 || code === 9) printable += 1;
  }
  return sample.length > 0 && printable >= sample.length * PRINTABLE_SHARE;
}
