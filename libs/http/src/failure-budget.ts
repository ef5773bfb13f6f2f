import { hash } from 'node:crypto';
import { GatewayError } from '@tollgate/contract/error-codes';
import { isIPv6 } from 'node:net';
import { growingCache } from '@tollgate/runtime/growing-cache';

/** The most addresses with failures, and the most good credentials, that are remembered. */
const ADDRESSES_MAX = 50_000;
const CREDENTIALS_MAX = 50_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/**
 * The groups of an IPv6 address that name its network: the owner of one address has the whole
 * network.
 */
const NETWORK_GROUPS = 4;

/** The sender of a request, as far as the edge knows. */
export interface Sender {
  address: string;
  /** The credential as the headers have it; undefined without one. */
  credential: string | undefined;
}

/** Slows down clients that try credentials. */
export interface FailureBudget {
  /**
   * @throws GatewayError `rate_limit_exceeded` for an address without failures left, unless the
   *   credential was good before
   */
  assertLeft(sender: Sender): void;
  /** Notes what a service has answered. @param known the service recognised the credential */
  note(sender: Sender, answer: { status: number; known: boolean }): void;
}

interface Bucket {
  left: number;
  atMs: number;
}

/**
 * A budget of failed credentials for each address, kept by one process; the budget refills evenly.
 * A credential that was good before passes whatever other clients at the same address do, so that a
 * neighbour shuts nobody out.
 * @param perMinute failures that an address may have, at once and again in a minute
 */
export function createFailureBudget(
  perMinute: number,
  now = () => performance.now(),
): FailureBudget {
  const buckets = growingCache<string, Bucket>(ADDRESSES_MAX);
  const good = growingCache<string, true>(CREDENTIALS_MAX);

  function bucketOf(network: string): Bucket | undefined {
    const bucket = buckets.get(network);
    if (bucket === undefined) return undefined;
    const atMs = now();
    const refilled = bucket.left + ((atMs - bucket.atMs) * perMinute) / MINUTE_MS;
    Object.assign(bucket, { left: Math.min(perMinute, refilled), atMs });
    return bucket;
  }

  return {
    assertLeft({ address, credential }) {
      if (credential === undefined) return;
      const bucket = bucketOf(networkOf(address));
      if (bucket === undefined || bucket.left >= 1 || good.has(digestOf(credential))) return;
      const waitMs = ((1 - bucket.left) * MINUTE_MS) / perMinute;
      throw new GatewayError(
        'rate_limit_exceeded',
        'Too many wrong keys or tokens came from this address. Keys and tokens that were good before still pass; a new one has to wait for the time in Retry-After and be sent again.',
        { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) },
      );
    },
    note({ address, credential }, { status, known }) {
      if (credential === undefined) return;
      if (known) {
        const digest = digestOf(credential);
        if (good.get(digest) === undefined) good.set(digest, true);
        return;
      }
      if (status !== 401) return;
      good.delete(digestOf(credential));
      const network = networkOf(address);
      const bucket = bucketOf(network) ?? { left: perMinute, atMs: now() };
      bucket.left = Math.max(0, bucket.left - 1);
      buckets.set(network, bucket);
    },
  };
}

/** Credentials are kept as digests only. */
function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64url');
}

/** An address of IPv4, or the network that an address of IPv6 is in. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const filled = address.includes('::')
    ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - end.length)).fill('0'), ...end]
    : groups;
  return filled.slice(0, NETWORK_GROUPS).join(':');
}
