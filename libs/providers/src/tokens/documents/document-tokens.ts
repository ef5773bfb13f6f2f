import type { ChatRequest, Message, UserContentPart } from '@tollgate/contract/chat';
import type { InputTokens } from '../input-tokens.ts';
import type { TokenOverhead } from '../../adapter/token-overhead.ts';
import { measurePdf } from './pdf-size.ts';
import type { PdfSize } from './pdf-size.ts';
import { ScanBudget } from './scan-budget.ts';

type Pdf = Extract<UserContentPart, { type: 'file' }>['file'];

/** Tokens of words around a document and around each of its pages. */
const DOCUMENT_TOKENS = 200;
const PAGE_TOKENS = 24;
/** Letters of ordinary prose that make a token. */
const LETTERS_OF_A_TOKEN = 3;
/** A font may make several letters of one byte, which make several tokens at most. */
const MOST_OF_A_BYTE = 4;
/**
 * More tokens than any context holds: a document of unknown length is held at the context of its
 * model.
 */
const UNKNOWN_TOKENS = 10_000_000;
/**
 * What a document of unknown length is taken for where its likely length counts: bytes for each
 * token, as scans have.
 */
const BYTES_OF_A_TOKEN = 40;
const BASE64_OF_BYTES = 4 / 3;
/** What a document that only its provider fetches is taken for, in bytes. */
const BYTES_AT_AN_ADDRESS = 500_000;

/**
 * Measuring is dear and a document is weighed for each endpoint; the object of a document stays the
 * same all the while.
 */
const measured = new WeakMap<Pdf, PdfSize | 'unknown'>();

/** Bounds on the tokens of each document of a conversation: its pages as pictures, and its text. */
export function documentTokens(
  messages: ChatRequest['messages'],
  overhead: TokenOverhead,
): InputTokens[] {
  const budget = new ScanBudget();
  return messages.flatMap(filesIn).map((file) => tokensOf(file, overhead, budget));
}

function filesIn({ content }: Message): Pdf[] {
  const parts: readonly { type: string; file?: Pdf }[] = Array.isArray(content) ? content : [];
  return parts.flatMap(({ file }) => (file === undefined ? [] : [file]));
}

function tokensOf(file: Pdf, overhead: TokenOverhead, budget: ScanBudget): InputTokens {
  const size = sizeOf(file, budget);
  if (size === 'unknown') {
    const bytes = isData(file) ? file.file_data.length / BASE64_OF_BYTES : BYTES_AT_AN_ADDRESS;
    const usual = DOCUMENT_TOKENS + Math.ceil(bytes / BYTES_OF_A_TOKEN);
    return { usual, bound: UNKNOWN_TOKENS, most: UNKNOWN_TOKENS };
  }
  const { pages, textBytes } = size;
  const fixed = DOCUMENT_TOKENS + pages * (PAGE_TOKENS + (overhead.page ?? overhead.image));
  const scaled = textBytes * Math.max(1, overhead.scale);
  return {
    usual: Math.ceil(fixed + scaled / LETTERS_OF_A_TOKEN),
    bound: Math.ceil(fixed + scaled),
    most: Math.ceil(fixed + scaled * MOST_OF_A_BYTE),
  };
}

function sizeOf(file: Pdf, budget: ScanBudget): PdfSize | 'unknown' {
  const known = measured.get(file);
  if (known !== undefined) return known;
  const data = file.file_data.slice(file.file_data.indexOf(',') + 1);
  const read = isData(file) ? measurePdf(Buffer.from(data, 'base64'), budget) : null;
  const size = read ?? 'unknown';
  measured.set(file, size);
  return size;
}

function isData({ file_data: url }: Pdf): boolean {
  return url.startsWith('data:');
}
