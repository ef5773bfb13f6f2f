import { HEADER } from '@tollgate/contract/headers';

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
 * The headers of a service's answer as the client may see them: without what is internal or meant for one hop, with our
 * own, and never stored by caches unless the service says so.
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

/** The headers that `Connection` names, or undefined when it says no more than whether to keep the connection. */
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
