import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { guardedLookup, isAllowedUpstream } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';

/** The most origins whose connections are kept; a new origin displaces the one unused for longest. */
const ORIGINS_MAX = 200;
const SOCKETS_PER_ORIGIN_MAX = 1_024;
const FREE_SOCKETS_PER_ORIGIN_MAX = 64;
/** We close idle connections before the provider's own limit does, which could hit a request. */
const IDLE_MS = 15_000;

/** Both agents of an origin, because the HTTP client takes a pair; only one of them is ever used. */
export interface OriginAgents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Kept-alive connections, one pool for each origin. */
export interface AgentPool {
  for(url: URL): OriginAgents;
  /** Closes every connection that is not in use. */
  close(): void;
}

/** An empty pool. Names of hosts that are not in `allowed` are resolved under guard, by `lookup`. */
export function createAgentPool(
  allowed: AllowedUpstreams,
  lookup: LookupFunction = guardedLookup,
): AgentPool {
  const pool = new LRUCache<string, OriginAgents>({ max: ORIGINS_MAX, dispose: retire });
  return {
    for(url) {
      const known = pool.get(url.origin);
      if (known !== undefined) return known;
      const options = {
        keepAlive: true,
        maxSockets: SOCKETS_PER_ORIGIN_MAX,
        maxFreeSockets: FREE_SOCKETS_PER_ORIGIN_MAX,
        timeout: IDLE_MS,
        noDelay: true,
        ...(isAllowedUpstream(url, allowed) ? {} : { lookup }),
      };
      const fresh = { http: new HttpAgent(options), https: new HttpsAgent(options) };
      pool.set(url.origin, fresh);
      return fresh;
    },
    close: () => {
      pool.clear();
    },
  };
}

/** Running calls keep their sockets, which close as soon as they are free. */
function retire({ http, https }: OriginAgents): void {
  for (const agent of [http, https]) {
    agent.maxFreeSockets = 0;
    for (const sockets of Object.values(agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }
}
