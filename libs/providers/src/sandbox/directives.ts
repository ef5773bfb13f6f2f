import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { Failure } from '../adapter.ts';
import { toFailure } from '../wire/failures.ts';

/**
 * The sandbox does what the last user message asks for between `[[sandbox:` and `]]`, several wishes with
 * commas between them, such as `[[sandbox: delay=2000, pace=50]]`:
 *
 * - `error=<kind>` fails before the first byte; kinds are `rejected`, `context_length`, `credential`,
 *   `rate_limited`, `overloaded`, `unavailable`, `timeout`, `malformed` and `indeterminate`
 * - `delay=<ms>` waits before the first byte
 * - `pace=<ms>` waits between two pieces of the answer
 * - `break=<n>` fails after n pieces of the answer
 * - `tokens=<n>` answers with n tokens
 * - `refuse` answers with a refusal
 * - `filter` ends the answer with the finish reason `content_filter`
 * - `usage=none` reports no usage
 * - `cached=<n>` reports n tokens of the prompt as read from a cache
 *
 * Tools whose names stand in the message are called; see {@link buildScript}. Input of an embedding knows
 * `error` and `delay`.
 */
export interface Directives {
  error: Failure['kind'] | null;
  delayMs: number;
  paceMs: number;
  breakAfter: number | null;
  tokens: number | null;
  refuses: boolean;
  isFiltered: boolean;
  hasUsage: boolean;
  cachedTokens: number;
}

const MARKER = /\[\[sandbox:([^\]]{0,200})\]\]/gu;
const DELAY_MS_MAX = 120_000;
const PACE_MS_MAX = 10_000;
const TOKENS_MAX = 16_384;
const RETRY_AFTER = { 'retry-after': '1' };

const STATUS_BY_KIND: Readonly<Record<Failure['kind'], number>> = {
  rejected: 400,
  context_length: 400,
  credential: 401,
  rate_limited: 429,
  overloaded: 529,
  unavailable: 500,
  timeout: 504,
  malformed: 200,
  indeterminate: 200,
};

/** What a text wishes for. Wishes that do not exist give the error `rejected`. */
export function readDirectives(text: string): Directives {
  const wishes = new Map<string, string>();
  for (const [, inside = ''] of text.matchAll(MARKER)) {
    for (const wish of inside.split(',')) {
      const [name = '', value = ''] = wish.split('=');
      if (name.trim() !== '') wishes.set(name.trim(), value.trim());
    }
  }
  const number = (name: string, most: number): number | null => {
    const value = Number(wishes.get(name) ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? Math.min(value, most) : null;
  };
  return {
    error: errorOf(wishes),
    delayMs: number('delay', DELAY_MS_MAX) ?? 0,
    paceMs: number('pace', PACE_MS_MAX) ?? 0,
    breakAfter: number('break', TOKENS_MAX),
    tokens: number('tokens', TOKENS_MAX),
    refuses: wishes.has('refuse'),
    isFiltered: wishes.has('filter'),
    hasUsage: wishes.get('usage') !== 'none',
    cachedTokens: number('cached', TOKENS_MAX) ?? 0,
  };
}

/** The text without its wishes. */
export function withoutDirectives(text: string): string {
  return text.replaceAll(MARKER, '').trim();
}

/** The failure that a wish for an error gives. */
export function wishedFailure(kind: Failure['kind']): Failure {
  const text = 'The sandbox was asked for an error of this kind.';
  return toFailure(kind, { status: STATUS_BY_KIND[kind], headers: RETRY_AFTER, text });
}

/** Text of the last user message. */
export function lastUserText(request: ChatRequest): string {
  return textOf(request.messages.findLast((message) => message.role === 'user'));
}

/** The text of a message, its parts joined. */
export function textOf(message: Message | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const KNOWN = new Set([
  'error',
  'delay',
  'pace',
  'break',
  'tokens',
  'refuse',
  'filter',
  'usage',
  'cached',
]);

function errorOf(wishes: ReadonlyMap<string, string>): Failure['kind'] | null {
  const kind = wishes.get('error');
  if (kind !== undefined) return isKind(kind) ? kind : 'rejected';
  return [...wishes.keys()].every((name) => KNOWN.has(name)) ? null : 'rejected';
}

function isKind(word: string): word is Failure['kind'] {
  return Object.hasOwn(STATUS_BY_KIND, word);
}
