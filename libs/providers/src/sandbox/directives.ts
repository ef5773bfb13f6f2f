import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { Failure } from '../adapter/adapter.ts';
import { toFailure } from '../wire/failures.ts';

/**
 * The sandbox does what the last user message asks for between `[[sandbox:` and `]]`, several
 * wishes with commas between them, such as `[[sandbox: delay=2000, pace=50]]`:
 *
 * - `error=<kind>` fails before the first byte; kinds are `rejected`, `context_length`,
 *   `credential`, `rate_limited`, `overloaded`, `unavailable`, `timeout`, `malformed` and
 *   `indeterminate`
 * - `delay=<ms>` waits before the first byte
 * - `pace=<ms>` waits between two pieces of the answer
 * - `break=<n>` fails after n pieces of the answer
 * - `tokens=<n>` answers with n tokens
 * - `refuse` answers with a refusal
 * - `filter` ends the answer with the finish reason `content_filter`
 * - `usage=none` reports no usage
 * - `cached=<n>` reports n tokens of the prompt as read from a cache
 *
 * A wish that is not understood is refused. Tools whose names stand in the message are called; see
 * {@link buildScript}. Input of an embedding, the prompt of an image and the query
 * of a rerank call know `error` and `delay`, a text that is read aloud also `pace` and `break`,
 * whose pieces are of twenty tones, as do the prompt of an image that is streamed, whose pieces are
 * previews, and the prompt of audio that is transcribed, whose pieces are words.
 */
export interface Directives {
  /** Thrown for a wish that is not understood; the request is refused. */
  unclear: string | null;
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
/** Text that looks like wishes and cannot be parsed. */
const OPENING = '[[sandbox:';
const DELAY_MS_MAX = 120_000;
const PACE_MS_MAX = 10_000;
const TOKENS_MAX = 16_384;
const RETRY_AFTER = { 'retry-after': '1' };

const STATUS_BY_KIND: Readonly<Record<Failure['kind'], number>> = {
  rejected: 400,
  context_length: 400,
  model_unavailable: 404,
  credential: 401,
  rate_limited: 429,
  overloaded: 529,
  unavailable: 500,
  timeout: 504,
  malformed: 200,
  indeterminate: 200,
};

/** The wishes in a text. */
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
  const error = wishes.get('error');
  return {
    unclear: unclearIn(wishes, text),
    error: error !== undefined && isKind(error) ? error : null,
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

/** The failure that wishes ask for, or that bad wishes cause; null when an answer is due. */
export function failureOf({ unclear, error }: Directives): Failure | null {
  if (unclear === null) return error === null ? null : wishedFailure(error);
  const text = `The sandbox does not understand "${unclear}". It knows ${KNOWN_WORDS}.`;
  return toFailure('rejected', { status: STATUS_BY_KIND.rejected, text });
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

type Reads = (value: string) => boolean;

const isCount: Reads = (value) => /^\d{1,9}$/.test(value);
const isBare: Reads = (value) => value === '';
const UNDERSTOOD: Readonly<Record<string, Reads>> = {
  error: isKind,
  delay: isCount,
  pace: isCount,
  break: isCount,
  tokens: isCount,
  refuse: isBare,
  filter: isBare,
  usage: (value) => value === 'none',
  cached: isCount,
};
const KNOWN_WORDS =
  'error=<kind>, delay=<ms>, pace=<ms>, break=<n>, tokens=<n>, refuse, filter, usage=none and cached=<n>';

function unclearIn(wishes: ReadonlyMap<string, string>, text: string): string | null {
  for (const [name, value] of wishes) {
    const reads = Object.hasOwn(UNDERSTOOD, name) ? UNDERSTOOD[name] : undefined;
    if (reads?.(value) !== true) return value === '' ? name : `${name}=${value}`;
  }
  return text.replaceAll(MARKER, '').includes(OPENING) ? OPENING : null;
}

function isKind(word: string): word is Failure['kind'] {
  return Object.hasOwn(STATUS_BY_KIND, word);
}
