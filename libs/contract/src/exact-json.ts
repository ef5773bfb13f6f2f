/**
 * `JSON.parse` with source texts and `JSON.rawJSON`, which the types of this version of the
 * language do not know yet. https://tc39.es/proposal-json-parse-with-source
 */
interface SourceJson {
  parse(
    text: string,
    reviver: (this: object, key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}

/**
 * A whole number that a double cannot hold, as its digits; `JSON.stringify` writes it as that
 * number.
 */
interface RawNumber {
  readonly rawJSON: string;
}

const json = JSON as unknown as SourceJson;

/**
 * Digits enough for a whole number beyond 2^53. Fractions such as those of vectors begin with a
 * point or follow one.
 */
const MAYBE_LONG = /(?:^|[^\d.])\d{16}/u;
const WHOLE = /^-?\d+$/u;

/**
 * The value of a JSON text in which whole numbers keep every digit: ids of 64 bits in the arguments
 * of a call would become other ids.
 * @throws SyntaxError when the text is no JSON
 */
export function parseExactJson(text: string): unknown {
  return MAYBE_LONG.test(text) ? json.parse(text, keepDigits) : (JSON.parse(text) as unknown);
}

/** Objects and lists with a number of this kind somewhere in them. */
const holders = new WeakSet<object>();

function keepDigits(
  this: object,
  _key: string,
  value: unknown,
  { source }: { source?: string },
): unknown {
  if (typeof value === 'object' && value !== null && holders.has(value)) holders.add(this);
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) {
    return value;
  }
  if (!WHOLE.test(source)) return value;
  holders.add(this);
  return json.rawJSON(source);
}

/**
 * A copy of a document of {@link parseExactJson}, or of a part of one, in which each number is one
 * to JavaScript, so that none passes where a schema wants an object; undefined where there is
 * nothing to copy.
 */
export function inPlainNumbers(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return undefined;
  if (!holders.has(document) && !isExactNumber(document)) return undefined;
  return JSON.parse(JSON.stringify(document)) as unknown;
}

/**
 * Whether a value of {@link parseExactJson} is such a number. It is an object to JavaScript, and a
 * leaf to everything that walks JSON.
 */
export function isExactNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}

/**
 * The object with plain numbers in its own members: those are settings of ours, which are checked
 * as numbers.
 */
export function withPlainNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  for (const [name, member] of Object.entries(value)) {
    if (isExactNumber(member)) Object.assign(value, { [name]: Number(member.rawJSON) });
  }
  return value;
}
