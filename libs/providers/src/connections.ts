import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { guardedLookup, isAllowedUpstream } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';

/** The most origins whose connections are kept; a new origin displaces the one unused for longest. */
const ORIGINS_MAX = 200;
const CONNECTIONS_PER_ORIGIN_MAX = 1_024;
/** We close idle connections before the provider's own limit does, which could hit a request. */
const IDLE_MS = 15_000;
const CONNECT_MS_MAX = 10_000;

/** Kept-alive connections, one pool for each origin. */
export interface Connections {
  to(url: URL): Pool;
  /** Closes every connection that is not in use, and the others as soon as they are free. */
  close(): void;
}

/** No connections yet. Names of hosts that are not in `allowed` are resolved under guard, by `lookup`. */
export function createConnections(
  allowed: AllowedUpstreams,
  lookup: LookupFunction = guardedLookup,
): Connections {
  const pools = new LRUCache<string, Pool>({
    max: ORIGINS_MAX,
    dispose: (pool) => void pool.close(),
  });
  return {
    to(url) {
      const known = pools.get(url.origin);
      if (known !== undefined) return known;
      const fresh = new Pool(url.origin, {
        connections: CONNECTIONS_PER_ORIGIN_MAX,
        keepAliveTimeout: IDLE_MS,
        keepAliveMaxTimeout: IDLE_MS,
        allowH2: false,
        // The clocks of a call are our own.
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: {
          timeout: CONNECT_MS_MAX,
          ...(isAllowedUpstream(url, allowed) ? {} : { lookup }),
        },
      });
      pools.set(url.origin, fresh);
      return fresh;
    },
    close: () => {
      pools.clear();
    },
  };
}
