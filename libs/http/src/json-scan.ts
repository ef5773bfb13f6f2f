import { isUtf8 } from 'node:buffer';
import { GatewayError } from '@tollgate/contract/errors';

/** The deepest nesting of arrays and objects. */
export const JSON_DEPTH_MAX = 64;
/** The most values, keys included, in one document; a number in a list counts for a quarter, because it takes no object of its own. */
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
}

/**
 * Refuses what `JSON.parse` accepts: broken UTF-8, deep nesting, floods of values, duplicate keys, `__proto__`. One pass over
 * the bytes; the grammar itself is left to the parser.
 * @throws GatewayError `invalid_json` or `json_too_deep`
 */
export function assertJsonIsSane(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not valid UTF-8.');
  const scan: Scan = { open: [], tokens: 0, start: 0, end: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      scan.start = at;
      at = endOfString(bytes, at);
      scan.end = at;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      enter(scan, byte === OPEN_BRACE);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      scan.open.pop();
    } else if (byte === COLON) {
      noteKey(scan, bytes);
    } else if (byte === COMMA) {
      countToken(scan, isListedNumber(scan, bytes[at - 1]) ? NUMBER_SHARE : 1);
    }
  }
}

/** Whether the value before a comma is a number of a list: arrays of token ids may be as long as embedding models take. */
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

function noteKey(scan: Scan, bytes: Buffer): void {
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
}

function unescapeKey(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch (error) {
    throw new GatewayError('invalid_json', 'The body is not valid JSON.', { cause: error });
  }
}
