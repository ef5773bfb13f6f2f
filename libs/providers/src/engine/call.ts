import { Readable, pipeline } from 'node:stream';
import type { Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type { HttpCall } from '../adapter/adapter.ts';
import type { AllowedUpstreams } from './address-guard.ts';
import type { CallTiming } from './call-timing.ts';
import { Cut, createDeadline, ReplyHandler } from './reply-handler.ts';
import type { CutReason, Deadline } from './reply-handler.ts';
import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { assertUpstream, guardedLookup, isAllowedUpstream } from './address-guard.ts';
import { credentialProxy } from './outbound-proxy.ts';
import type { OutboundProxy } from './outbound-proxy.ts';

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
  /**
   * Whether the reply may come compressed; streams should not, since compression holds bytes back.
   */
  compressed: boolean;
  /** The URL of the credential's own proxy, which then replaces that of the installation. */
  proxy?: string | undefined;
}

/** A reply whose status is known and whose body is not yet read. */
export interface Incoming {
  status: number;
  /** Lower-case names; a header that came several times is joined by commas. */
  headers: Record<string, string>;
  deadline: Deadline;
  /**
   * Decoded bytes as they arrive, null at the end. Rejects when the connection breaks or is cut.
   */
  read(): Promise<Uint8Array | null>;
  /** Ends clocks and connection. Must be called, even after the last byte. */
  close(): void;
}

/** What calls go out with. */
export interface Wire {
  connections: Connections;
  allowed: AllowedUpstreams;
}

const USER_AGENT = 'tollgate/0.1';

type Read = Incoming['read'];

interface Body {
  read: Read;
  /** Frees what is left of the body. */
  end(): void;
}

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
]);

/**
 * Sends one call and resolves with its reply's head, whatever the status. A paid call is sent once,
 * to the address that it names: no retry, no redirect, no cookie, and no proxy but the one that the
 * operator has set for the credential or the installation. `timing` is filled in on the way.
 * @throws AddressRefused, Cut, or the connection's own error
 */
export async function send(wire: Wire, outgoing: Outgoing, timing: CallTiming): Promise<Incoming> {
  const { call, limits, signal } = outgoing;
  const url = new URL(call.url);
  const pool = wire.connections.to(url, outgoing.proxy);
  if (signal.aborted) throw new Cut('given_up', { cause: signal.reason });
  const reply = new ReplyHandler(timing);
  const cut = (reason: CutReason, cause?: unknown): void => reply.cut(new Cut(reason, { cause }));
  const giveUp = (): void => cut('given_up', signal.reason);
  const deadline = createDeadline(limits.totalMs, cut);
  const close = (): void => {
    deadline.stop();
    signal.removeEventListener('abort', giveUp);
    if (!reply.isOver) giveUp();
    body?.end();
  };
  let body: Body | null = null;
  signal.addEventListener('abort', giveUp, { once: true });
  deadline.wait(limits.firstByteMs, 'first_byte');
  try {
    pool.dispatch(
      {
        path: url.pathname + url.search,
        method: call.method,
        headers: {
          'user-agent': USER_AGENT,
          'accept-encoding': outgoing.compressed ? 'gzip, br' : 'identity',
          ...call.headers,
        },
        body: call.body ?? null,
      },
      reply,
    );
    const { status, headers } = await reply.head;
    body = decoded(headers['content-encoding'], { read: () => reply.read(), end: () => undefined });
    return { status, headers, deadline, read: body.read, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The bytes behind the encodings that a reply names; those of an unknown encoding as they are. */
function decoded(encodings: string | undefined, body: Body): Body {
  if (encodings === undefined || encodings === '') return body;
  const names = encodings.toLowerCase().split(',');
  return names.reduceRight((inner, name) => decodedBy(DECODERS.get(name.trim()), inner), body);
}

function decodedBy(decoder: (() => Transform) | undefined, body: Body): Body {
  if (decoder === undefined) return body;
  // What breaks the pipeline reaches the reader.
  const stream = pipeline(Readable.from(pieces(() => body.read())), decoder(), () => undefined);
  const decodedPieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return {
    read: async () => {
      const next = await decodedPieces.next();
      return next.done === true ? null : next.value;
    },
    end: () => {
      stream.destroy();
      body.end();
    },
  };
}

async function* pieces(read: Read): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = await read();
    if (piece === null) return;
    yield piece;
  }
}

/**
 * The most origins whose connections are kept, counted once for each proxy that leads there; a new
 * one displaces the one unused for longest.
 */
const ORIGINS_MAX = 200;
const CONNECTIONS_PER_ORIGIN_MAX = 1_024;
/** We close idle connections before the provider's own limit does, which could hit a request. */
const IDLE_MS = 15_000;
const CONNECT_MS_MAX = 10_000;

/** Kept-alive connections, one pool for each origin and proxy. */
export interface Connections {
  /**
   * @param proxy the URL of a credential's own proxy
   * @throws AddressRefused for an address that no call may go to, and for such a proxy
   */
  to(url: URL, proxy?: string): Pool;
  /** Closes every connection that is not in use, and the others as soon as they are free. */
  close(): void;
}

/**
 * No connections yet. Names of hosts that are not in `allowed` are resolved under guard, by
 * `lookup`, also where a proxy is then asked for the address.
 */
export function createConnections(
  allowed: AllowedUpstreams,
  lookup: LookupFunction = guardedLookup,
  proxy: OutboundProxy | null = null,
): Connections {
  const lookupFor = (url: URL): { lookup?: LookupFunction } =>
    isAllowedUpstream(url, allowed) ? {} : { lookup };
  const ownProxy = (text: string): OutboundProxy => {
    const at = new URL(text);
    assertUpstream(at, allowed);
    return credentialProxy(at, lookupFor(at).lookup);
  };
  const pools = new LRUCache<string, Pool>({
    max: ORIGINS_MAX,
    dispose: (pool) => void pool.close(),
  });
  return {
    to(url, own) {
      const key = own === undefined ? url.origin : `${url.origin} ${own}`;
      const known = pools.get(key);
      if (known !== undefined) return known;
      // Scheme, host and port decide, which an origin is made of.
      assertUpstream(url, allowed);
      const resolved = lookupFor(url);
      const through = own === undefined ? proxy : ownProxy(own);
      const fresh = new Pool(url.origin, {
        connections: CONNECTIONS_PER_ORIGIN_MAX,
        keepAliveTimeout: IDLE_MS,
        keepAliveMaxTimeout: IDLE_MS,
        allowH2: false,
        // The clocks of a call are our own.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect:
          through?.takes(url) === true
            ? through.connector({ timeoutMs: CONNECT_MS_MAX, ...resolved })
            : { timeout: CONNECT_MS_MAX, ...resolved },
      });
      pools.set(key, fresh);
      return fresh;
    },
    close: () => {
      pools.clear();
    },
  };
}
