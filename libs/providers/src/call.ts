import { performance } from 'node:perf_hooks';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { isNativeError } from 'node:util/types';
import got, { RequestError } from 'got';
import type { HttpCall } from './adapter.ts';
import { assertUpstream } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';
import type { AgentPool } from './agents.ts';
import { Cut, createDeadline } from './deadline.ts';
import type { CutReason, Deadline } from './deadline.ts';

/** When a call left and when its answer began, by `performance.now()`; null until then. */
export interface CallTiming {
  /** The moment when the connection was open and the request under way: from then on the provider may be working. */
  dispatchedMs: number | null;
  firstByteMs: number | null;
}

/** How long a call may take, in milliseconds. */
export interface CallLimits {
  /** The longest wait for the status line; for a stream, for its first event. */
  firstByteMs: number;
  /** The longest wait between two reads of the body. */
  idleMs: number;
  totalMs: number;
}

/** One HTTP call to be made. */
export interface Outgoing {
  call: HttpCall;
  limits: CallLimits;
  /** Aborts the call. */
  signal: AbortSignal;
  /** Whether the reply may come compressed; streams should not, since compression holds bytes back. */
  compressed: boolean;
}

/** A reply whose status is known and whose body is not yet read. */
export interface Incoming {
  status: number;
  /** Lower-case names; a header that came several times is joined by commas. */
  headers: Record<string, string>;
  deadline: Deadline;
  /** Decoded bytes as they arrive, null at the end. Rejects when the connection breaks or is cut. */
  read(): Promise<Uint8Array | null>;
  /** Ends clocks and connection. Must be called, even after the last byte. */
  close(): void;
}

/** What calls go out with. */
export interface Wire {
  agents: AgentPool;
  allowed: AllowedUpstreams;
}

const USER_AGENT = 'tollgate/0.1';

/** No retry, no redirect, no proxy, no cookie, no unix socket: a paid call is sent once, to the address that it names. */
const client = got.extend({
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
  decompress: true,
  http2: false,
  enableUnixSockets: false,
  timeout: {},
});

/**
 * Sends one call and resolves with its reply's head, whatever the status. `timing` is filled in on the way.
 * @throws AddressRefused, Cut, or the connection's own error
 */
export async function send(wire: Wire, outgoing: Outgoing, timing: CallTiming): Promise<Incoming> {
  const { call, limits, signal } = outgoing;
  const url = new URL(call.url);
  assertUpstream(url, wire.allowed);
  if (signal.aborted) throw new Cut('given_up', { cause: signal.reason });
  const stream = client.stream(url, {
    method: call.method,
    agent: wire.agents.for(url),
    headers: {
      'user-agent': USER_AGENT,
      'accept-encoding': outgoing.compressed ? 'gzip, br' : 'identity',
      ...call.headers,
      ...(call.body === undefined
        ? {}
        : { 'content-length': String(Buffer.byteLength(call.body)) }),
    },
  });
  // Not got's own option: got (15.0.0 to 16.1.0) cuts a reply that begins before got has learnt that the body was written.
  if (call.body !== undefined) stream.end(call.body);
  const cut = (reason: CutReason, cause?: unknown): void => {
    stream.destroy(new Cut(reason, { cause }));
  };
  const giveUp = (): void => cut('given_up', signal.reason);
  const deadline = createDeadline(limits.totalMs, cut);
  const close = (): void => {
    deadline.stop();
    signal.removeEventListener('abort', giveUp);
    stream.destroy();
  };
  // Errors reach the reader; an error while nobody reads must not end the process.
  stream.on('error', () => undefined);
  stream.once('request', (request: ClientRequest) => watch(request, timing, cut));
  signal.addEventListener('abort', giveUp, { once: true });
  deadline.wait(limits.firstByteMs, 'first_byte');
  try {
    const { statusCode, headers } = await headOf(stream);
    timing.firstByteMs = performance.now();
    const body = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    return { status: statusCode, headers: flat(headers), deadline, read: reader(body), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The cause behind an error of the HTTP client, which wraps the errors of connections. */
export function rootCause(error: unknown): unknown {
  let root = error;
  // An error of Node's own may come from another realm than ours.
  while (
    root instanceof RequestError &&
    (root.cause instanceof Error || isNativeError(root.cause))
  ) {
    root = root.cause;
  }
  return root;
}

interface Head {
  statusCode: number;
  headers: IncomingHttpHeaders;
}

function headOf(stream: ReturnType<typeof client.stream>): Promise<Head> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });
}

function reader(body: AsyncIterator<Uint8Array>): () => Promise<Uint8Array | null> {
  return async () => {
    const next = await body.next();
    return next.done === true ? null : next.value;
  };
}

/** Notes when the request can first have reached the provider, and refuses interim replies. */
function watch(request: ClientRequest, timing: CallTiming, cut: (reason: CutReason) => void): void {
  const isSecure = request.protocol === 'https:';
  const dispatched = (): void => {
    timing.dispatchedMs ??= performance.now();
  };
  request.once('socket', (socket: Socket) => {
    if (request.reusedSocket || !socket.connecting) dispatched();
    else socket.once(isSecure ? 'secureConnect' : 'connect', dispatched);
  });
  request.once('information', () => cut('interim'));
  request.once('upgrade', (_response, socket: Socket) => {
    socket.destroy();
    cut('interim');
  });
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
