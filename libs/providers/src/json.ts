import { isExactNumber, parseExactJson } from '@tollgate/contract/exact-json';

/** A JSON object whose members are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether the value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
  );
}

/** The value when it is an object, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value when it is a string with at least one character, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value when it is an array, else an empty one. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/**
 * The deepest nesting of JSON from a provider or inside a text. Clients could not hand deeper JSON
 * back to us, and serialising it would overflow the stack.
 */
const JSON_DEPTH_MAX = 64;

/**
 * The parsed text, or undefined when it is no JSON or nested too deeply. Whole numbers keep every
 * digit.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Counts brackets outside of strings; for a text that is no JSON either result is right. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case BRACKET:
      case BRACE:
        depth += 1;
        if (depth > JSON_DEPTH_MAX) return true;
        break;
      case BRACKET_END:
      case BRACE_END:
        depth -= 1;
        break;
    }
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** Members of whole replies that decide what is charged. */
const USAGE_MEMBERS = ['usage', 'usageMetadata', 'prompt_eval_count', 'eval_count'] as const;

/**
 * The member with counts that a JSON document has twice at its top: parsers disagree on which of
 * the two counts. A document is read only where the name occurs twice.
 * @param text valid JSON
 */
export function repeatedUsage(text: string): string | undefined {
  return USAGE_MEMBERS.find((name) => {
    const quoted = `"${name}"`;
    const first = text.indexOf(quoted);
    if (first < 0 || !text.includes(quoted, first + quoted.length)) return false;
    return timesAtTop(text, quoted) > 1;
  });
}

function timesAtTop(text: string, quoted: string): number {
  let times = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1 && text.startsWith(quoted, at) && isMember(text, end + 1)) times += 1;
      at = end;
    } else if (code === BRACKET || code === BRACE) depth += 1;
    else if (code === BRACKET_END || code === BRACE_END) depth -= 1;
  }
  return times;
}

/** Whether a colon follows, so that the text before it is a name. */
function isMember(text: string, at: number): boolean {
  const after = /[^ \t\n\r]/gu;
  after.lastIndex = at;
  return after.exec(text)?.[0] === ':';
}

/** Where the string that begins at `start` ends; the end of the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let at = start; ;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
}

/** The members that are neither null nor undefined. */
export function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== null && part !== undefined),
  );
}
