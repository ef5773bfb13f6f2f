import type { ClientRequest, ServerResponse } from 'node:http';
import { HEADER } from '@tollgate/contract/headers';
import type { Permit } from '@tollgate/http/admission';
import type { Tracing } from '@tollgate/telemetry/tracing';
import type { FailureBudget, Sender } from '@tollgate/http/failure-budget';
import type { PrefixRule } from './routes.ts';

/** Header lines as Node takes them: names and values in turn. */
export type HeaderLines = string[];

/** Two years, the time that preload lists ask for. */
const HSTS_VALUE = 'max-age=63072000; includeSubDomains';

const STRIPPED: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'server',
  'x-powered-by',
  'x-content-type-options',
  'strict-transport-security',
  HEADER.requestId,
]);

/** What an answer needs to know about its request. */
export interface AnswerContext {
  requestId: string;
  /** Whether clients reach us by https only. */
  https: boolean;
  /** Whether this connection ends with this answer. */
  close: boolean;
}

/** The headers that every answer carries, a service's and our own. */
export function ownHeaders(context: AnswerContext): HeaderLines {
  const lines = [HEADER.requestId, context.requestId, 'x-content-type-options', 'nosniff'];
  if (context.https) lines.push('strict-transport-security', HSTS_VALUE);
  if (context.close) lines.push('connection', 'close');
  return lines;
}

/**
 * The headers of a service's answer as the client may see them: without what is internal or meant
 * for one hop, with our own, and never stored by caches unless the service says so.
 * @param raw names and values in turn, as Node keeps them
 */
export function answerHeaders(raw: readonly string[], context: AnswerContext): HeaderLines {
  const lines: HeaderLines = [];
  let cacheable = false;
  let named: ReadonlySet<string> | undefined;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    if (name === 'connection') named = namedIn(raw[index + 1] as string, named);
    if (STRIPPED.has(name) || name.startsWith('x-internal-')) continue;
    if (name === 'cache-control') cacheable = true;
    lines.push(name, raw[index + 1] as string);
  }
  const kept = named === undefined ? lines : withoutNamed(lines, named);
  if (!cacheable) kept.push('cache-control', 'no-store');
  kept.push(...ownHeaders(context));
  return kept;
}

/**
 * The headers that `Connection` names, or undefined when it says no more than whether to keep the
 * connection.
 */
function namedIn(
  value: string,
  before: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (value === 'keep-alive' || value === 'close') return before;
  const names = value.split(',').map((token) => token.trim().toLowerCase());
  return new Set([...(before ?? []), ...names]);
}

function withoutNamed(lines: HeaderLines, named: ReadonlySet<string>): HeaderLines {
  const kept: HeaderLines = [];
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = lines[index] as string;
    if (!named.has(name) || name === 'content-length') kept.push(name, lines[index + 1] as string);
  }
  return kept;
}

/** One request on its way through the edge. */
export interface Forwarding extends AnswerContext {
  readonly startedAt: number;
  /** Its permit among the calls under way. */
  readonly permit: Permit;
  readonly rule: PrefixRule;
  readonly sender: Sender;
  readonly failures: FailureBudget;
  readonly tracing: Tracing;
  readonly chunked: boolean;
  /** Whether the request has no body, so that it can be sent again. */
  readonly bodyless: boolean;
  /** The request to the service, once it has a socket. */
  toService: ClientRequest | undefined;
  /** Bytes that the service's socket had carried before this request. */
  bytesBefore: number;
  retried: boolean;
  /** The edge has answered by itself; what the service still does is of no interest. */
  answered: boolean;
  /** Bytes of the client's socket when the time was last looked at. */
  bytesSent: number;
  /** Ends the answer when it takes too long. */
  timer: NodeJS.Timeout | undefined;
}

const FORWARDING = Symbol('forwarding');

interface Carrier {
  [FORWARDING]?: Forwarding;
}

/** Hangs a forwarded request on its answer, where the proxy's events find it. */
export function setForwarding(response: ServerResponse, forwarding: Forwarding): void {
  (response as Carrier)[FORWARDING] = forwarding;
}

/** The forwarded request that an answer belongs to, if any. */
export function forwardingOf(response: ServerResponse): Forwarding | undefined {
  return (response as Carrier)[FORWARDING];
}
