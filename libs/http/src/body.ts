import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';
import { parse as parseTolerantly } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { GatewayError } from '@tollgate/contract/error-codes';
import { parseExactJson, withPlainNumbers } from '@tollgate/contract/exact-json';
import { keepMessages } from '@tollgate/contract/text-only';
import type { FormRules } from '@tollgate/contract/form';
import { isForm, parseForm } from './form.ts';
import { ValidationError } from './validate.ts';
import { isUtf8 } from 'node:buffer';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A whole body in the pieces in which it came. */
export type BodyPieces = readonly Buffer[];

/**
 * Reads a whole request body once and inflates a compressed one; the limit is on the inflated
 * bytes.
 * @throws GatewayError `payload_too_large`, `unsupported_media_type` or `invalid_request`
 */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<BodyPieces> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > bytesMax) throw tooLarge(bytesMax);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return collect(request, bytesMax);
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decoder === undefined) {
    throw new GatewayError(
      'unsupported_media_type',
      'Content-Encoding must be gzip, deflate or br.',
    );
  }
  const inflated = request.pipe(decoder());
  try {
    return await collect(inflated, bytesMax);
  } catch (error) {
    request.unpipe(inflated);
    inflated.destroy();
    if (error instanceof GatewayError) throw error;
    throw new GatewayError('invalid_request', 'The compressed body is damaged.', { cause: error });
  }
}

async function collect(stream: AsyncIterable<unknown>, bytesMax: number): Promise<BodyPieces> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    pieces.push(buffer);
  }
  return pieces;
}

/**
 * Bodies up to this many bytes are joined in memory that stays: new memory for each would keep the
 * collector of garbage busy.
 */
const KEPT_BYTES = 1_048_576;
const kept = Buffer.alloc(KEPT_BYTES);

/** The pieces as one; to be read in the same turn, since the next body overwrites them. */
function joined(pieces: BodyPieces): Buffer {
  if (pieces.length === 1) return pieces[0] as Buffer;
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes > KEPT_BYTES) return Buffer.concat(pieces, bytes);
  let end = 0;
  for (const piece of pieces) end += piece.copy(kept, end);
  return kept.subarray(0, end);
}

function tooLarge(bytesMax: number): GatewayError {
  return new GatewayError('payload_too_large', `The body may have ${bytesMax} bytes at most.`);
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/**
 * JSON is UTF-8 (RFC 8259). A body with another charset is refused, because its bytes would be read
 * wrongly.
 */
function assertUtf8(contentType: string): void {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return;
  throw new GatewayError('unsupported_media_type', 'The body must be UTF-8.');
}

/**
 * The JSON document of a body. Whole numbers below its own members keep every digit.
 * @throws GatewayError `invalid_json`, `json_too_deep` or `unsupported_media_type`
 */
export function parseJsonBody(pieces: BodyPieces, contentType: string | undefined): unknown {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !(type?.endsWith('+json') ?? false)) {
    throw new GatewayError('unsupported_media_type', 'Content-Type must be application/json.');
  }
  assertUtf8(contentType ?? '');
  const bytes = joined(pieces);
  const messages = assertJsonIsSane(bytes);
  const text = bytes.toString('utf8');
  try {
    const body = withPlainNumbers(parseExactJson(text));
    if (messages.length > 0) keepMessages(body, messages);
    return body;
  } catch (error) {
    throw new GatewayError('invalid_json', `The body is not valid JSON${whereBroken(text)}.`, {
      cause: error,
    });
  }
}

/**
 * Bodies up to this many characters are read once more to find where they break: the parser itself
 * reports the position of some faults only.
 */
const LOCATED_CHARACTERS_MAX = 262_144;

/**
 * Where a text stops being JSON, as words behind a sentence; empty where that is not looked for.
 */
function whereBroken(text: string): string {
  if (text.length > LOCATED_CHARACTERS_MAX) return '';
  const errors: ParseError[] = [];
  parseTolerantly(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors.toSorted((one, other) => one.offset - other.offset);
  if (first === undefined) return '';
  if (text.slice(first.offset).trim() === '') return ': it ends too early';
  const before = text.slice(0, first.offset).split('\n');
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * Reads the whole body of a control-plane request. A compressed body that is damaged is reported
 * like any other fault of a body.
 * @throws ValidationError, or GatewayError `payload_too_large` or `unsupported_media_type`
 */
export async function readControlBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<BodyPieces> {
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'invalid_request') throw error;
    throw new ValidationError([{ loc: ['body'], msg: error.message, type: 'value_error' }]);
  }
}

/**
 * The codes of bodies that cannot be read, which control planes report like any other fault of a
 * body.
 */
const UNREADABLE: ReadonlySet<string> = new Set(['invalid_json', 'json_too_deep']);

/**
 * The JSON document of a control-plane body. A body that is no JSON, or nests too deep, is reported
 * like any other fault of a body.
 * @throws ValidationError, or GatewayError `unsupported_media_type`
 */
export function parseControlBody(pieces: BodyPieces, contentType: string | undefined): unknown {
  try {
    return parseJsonBody(pieces, contentType);
  } catch (error) {
    if (!(error instanceof GatewayError) || !UNREADABLE.has(error.code)) throw error;
    const msg =
      error.code === 'invalid_json'
        ? `${error.message} Send one JSON document in UTF-8.`
        : error.message;
    throw new ValidationError([{ loc: ['body'], msg, type: 'json_invalid' }]);
  }
}

/**
 * The body of a route: the object that a form represents, where the route takes forms and one was
 * sent, else JSON.
 * @throws GatewayError, or what the parser of JSON throws
 */
export async function parseFormOr(
  parseJson: (pieces: BodyPieces, contentType: string | undefined) => unknown,
  pieces: BodyPieces,
  given: { contentType: string | undefined; form: FormRules | undefined },
): Promise<unknown> {
  const { contentType = '', form } = given;
  return form !== undefined && isForm(contentType)
    ? parseForm(pieces, contentType, form)
    : parseJson(pieces, given.contentType);
}

/** The deepest nesting of arrays and objects. */
export const JSON_DEPTH_MAX = 64;
/**
 * The most values, keys included, in one document; a number in a list counts for a quarter, because
 * it takes no object of its own.
 */
export const JSON_TOKENS_MAX = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
/** What a number in a list counts for. */
const NUMBER_SHARE = 0.25;

interface Scan {
  /** One entry for each open container: the keys seen in an object, null for an array. */
  open: (Set<string> | null)[];
  tokens: number;
  /** Start and end of the last string, for when a colon makes it a key. */
  start: number;
  end: number;
  /** Where the value of `messages` begins and ends in the whole document; -1 where it does not. */
  messages: { from: number; to: number };
}

/**
 * Refuses what `JSON.parse` accepts: broken UTF-8, deep nesting, floods of values, duplicate keys,
 * `__proto__`. One pass over the bytes; the grammar itself is left to the parser.
 * @returns the bytes of the list `messages` of the document; empty without one
 * @throws GatewayError `invalid_json` or `json_too_deep`
 */
export function assertJsonIsSane(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not valid UTF-8.');
  const messages = { from: -1, to: -1 };
  const scan: Scan = { open: [], tokens: 0, start: 0, end: 0, messages };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      scan.start = at;
      at = endOfString(bytes, at);
      scan.end = at;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      enter(scan, byte === OPEN_BRACE);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      leave(scan, at);
    } else if (byte === COLON) {
      noteKey(scan, bytes, at);
    } else if (byte === COMMA) {
      countToken(scan, isListedNumber(scan, bytes[at - 1]) ? NUMBER_SHARE : 1);
    }
  }
  return messages.to < 0 ? bytes.subarray(0, 0) : bytes.subarray(messages.from, messages.to);
}

/** The first list or object that ends behind the key is its value. */
function leave({ open, messages }: Scan, at: number): void {
  open.pop();
  if (open.length === 1 && messages.from >= 0 && messages.to < 0) messages.to = at + 1;
}

/**
 * Whether the value before a comma is a number of a list: arrays of token ids may be as long as
 * embedding models take.
 */
function isListedNumber({ open }: Scan, before: number | undefined): boolean {
  return open.at(-1) === null && before !== undefined && before >= DIGIT_0 && before <= DIGIT_9;
}

function endOfString(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(QUOTE, start + 1);
  while (at !== -1) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = bytes.indexOf(QUOTE, at + 1);
  }
  throw new GatewayError('invalid_json', 'The body ends inside a string.');
}

function enter(scan: Scan, isObject: boolean): void {
  scan.open.push(isObject ? new Set() : null);
  if (scan.open.length > JSON_DEPTH_MAX) {
    throw new GatewayError('json_too_deep', `JSON may nest ${JSON_DEPTH_MAX} levels at most.`);
  }
  countToken(scan);
}

function countToken(scan: Scan, share = 1): void {
  scan.tokens += share;
  if (scan.tokens > JSON_TOKENS_MAX) {
    throw new GatewayError('invalid_json', `JSON may hold ${JSON_TOKENS_MAX} values at most.`);
  }
}

function noteKey(scan: Scan, bytes: Buffer, at: number): void {
  countToken(scan);
  const keys = scan.open.at(-1);
  if (keys === null || keys === undefined) return;
  const raw = bytes.toString('utf8', scan.start + 1, scan.end);
  const key = raw.includes('\\') ? unescapeKey(raw) : raw;
  if (key === '__proto__') {
    throw new GatewayError('invalid_json', 'A key of the body is not allowed.', { param: key });
  }
  if (keys.has(key)) {
    throw new GatewayError('invalid_json', 'A key stands twice in one object.', {
      param: key.slice(0, 100),
    });
  }
  keys.add(key);
  if (scan.open.length === 1 && key === 'messages') scan.messages.from = at + 1;
}

function unescapeKey(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch (error) {
    throw new GatewayError('invalid_json', 'The body is not valid JSON.', { cause: error });
  }
}

/** Sends a JSON document with its length. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
}
