import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { poll } from '@tollgate/runtime/timers';
import type { Looks } from '@tollgate/runtime/timers';

/** The addresses of a host name, in any order; rejects when the name has none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** The processes of one service as its configured addresses and the DNS have them. */
export interface ResolvedReplicas {
  /** Resolves every name now, or waits for the look under way. Never rejects. */
  now(): Promise<void>;
  stop(): void;
}

export interface ResolveOptions {
  /** Configured roots of the service's processes, such as `http://billing-pods:8085`. */
  baseUrls: readonly string[];
  everyMs: number;
  resolve: ResolveName;
  /** Called with the roots of all processes, each once, in an order that stays. */
  changed(baseUrls: readonly string[]): void;
}

/**
 * Resolves the names among the configured addresses again and again: the headless Service of
 * Kubernetes has an address for each pod that is ready. A name with one address stays a name, which
 * is resolved by each new connection; a name that does not resolve keeps the addresses that it had.
 * An address over https stays a name too, because the certificate is the name's.
 * @returns null when there is nothing to resolve
 */
export function resolveReplicas(options: ResolveOptions): ResolvedReplicas | null {
  const known = new Map<string, readonly string[]>(options.baseUrls.map((url) => [url, [url]]));
  const named = options.baseUrls.filter(isResolvable);
  if (named.length === 0) return null;
  const resolveOne = async (baseUrl: string): Promise<void> => {
    try {
      known.set(baseUrl, rootsOf(baseUrl, await options.resolve(new URL(baseUrl).hostname)));
    } catch {
      // The addresses of before are probed, and a name is tried by each connection again.
    }
  };
  const looks: Looks = poll({
    everyMs: options.everyMs,
    async look() {
      await Promise.all(named.map(resolveOne));
      options.changed([...new Set([...known.values()].flat())]);
    },
    failed: () => undefined,
  });
  void looks.now();
  return { now: looks.now, stop: looks.stop };
}

/** The addresses of a name in the family that the system prefers, as connections look it up. */
export async function resolveByDns(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.filter(({ family }) => family === found[0]?.family).map(({ address }) => address);
}

function isResolvable(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && isIP(hostname) === 0 && !hostname.startsWith('[');
}

function rootsOf(baseUrl: string, addresses: readonly string[]): readonly string[] {
  if (addresses.length < 2) return [baseUrl];
  return addresses.toSorted().map((address) => {
    const url = new URL(baseUrl);
    url.hostname = isIP(address) === 6 ? `[${address}]` : address;
    return url.href.replace(/\/$/, '');
  });
}
