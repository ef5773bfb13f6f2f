import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { Failure } from '@tollgate/providers/adapter';

/** Failures in a row after which a credential is left alone for a while. */
export const FAILURES_MAX = 5;
/** The first pause of a credential that keeps failing, in milliseconds; it doubles with each further failure. */
export const PAUSE_FIRST_MS = 5_000;
/** The longest pause, in milliseconds. */
export const PAUSE_MAX_MS = 60_000;
/** The pause of a credential that the vendor refuses: somebody has to look at it. */
const REFUSED_PAUSE_MS = 30_000;
const RATE_LIMITED_PAUSE_MS = 2_000;
const CREDENTIALS_MAX = 10_000;

/** What this process has seen of the credentials of its providers. */
export interface CredentialPool {
  /** The credentials to try, the best first: rested ones in turn, then those that are pausing, never those that are shut. */
  order(credentials: readonly CatalogCredential[]): CatalogCredential[];
  succeeded(credentialId: string): void;
  failed(credentialId: string, failure: Failure): void;
  /** How many are left alone now. */
  standing(): { paused: number; shut: number };
  /** Milliseconds until the first of these may be tried again; 0 when one may be tried now. */
  readyInMs(credentials: readonly CatalogCredential[]): number;
}

interface Health {
  failures: number;
  /** Preferably not before. */
  pausedUntilMs: number;
  /** Not at all before; one call is let through afterwards. */
  shutUntilMs: number;
}

/**
 * A pool for one process. A single refusal only moves a credential to the end of the queue, so that a provider with one
 * credential keeps answering for itself; failures in a row shut it for a while.
 * @param now a clock that never jumps, in milliseconds
 */
export function createCredentialPool(now: () => number): CredentialPool {
  const known = new Map<string, Health>();
  let turn = 0;
  const healthOf = (id: string): Health =>
    known.get(id) ?? { failures: 0, pausedUntilMs: 0, shutUntilMs: 0 };

  return {
    order(credentials) {
      if (credentials.length === 1 && known.size === 0) return [...credentials];
      const at = now();
      turn += 1;
      const turned = credentials.map(
        (_, index) => credentials[(index + turn) % credentials.length],
      );
      const open = turned
        .filter((one): one is CatalogCredential => one !== undefined)
        .filter(({ id }) => healthOf(id).shutUntilMs <= at);
      const isPaused = ({ id }: CatalogCredential): boolean => healthOf(id).pausedUntilMs > at;
      return [...open.filter((one) => !isPaused(one)), ...open.filter(isPaused)];
    },
    succeeded(id) {
      if (known.size > 0) known.delete(id);
    },
    failed(id, failure) {
      if (isOfRequest(failure)) known.delete(id);
      const pause = pauseFor(failure);
      if (pause === null) return;
      const health = healthOf(id);
      const failures = health.failures + 1;
      const over = failures - FAILURES_MAX;
      const shutMs =
        over < 0 ? 0 : Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(over, 10));
      if (known.size < CREDENTIALS_MAX || known.has(id)) {
        known.set(id, { failures, pausedUntilMs: now() + pause, shutUntilMs: now() + shutMs });
      }
    },
    standing() {
      const at = now();
      const all = [...known.values()];
      const shut = all.filter(({ shutUntilMs }) => shutUntilMs > at).length;
      const resting = all.filter(({ pausedUntilMs }) => pausedUntilMs > at).length;
      return { paused: Math.max(0, resting - shut), shut };
    },
    readyInMs(credentials) {
      const at = now();
      const waits = credentials.map(({ id }) => Math.max(0, healthOf(id).shutUntilMs - at));
      return waits.length === 0 ? 0 : Math.min(...waits);
    },
  };
}

/** A vendor that refuses a request for its own sake is alive and takes the credential. */
function isOfRequest({ kind }: Failure): boolean {
  return kind === 'rejected' || kind === 'context_length';
}

/** How long a failure speaks against a credential, in milliseconds; null when it does not: the request was at fault. */
function pauseFor(failure: Failure): number | null {
  switch (failure.kind) {
    case 'rejected':
    case 'context_length':
    case 'malformed':
      return null;
    case 'credential':
      return REFUSED_PAUSE_MS;
    case 'rate_limited':
      return Math.min(
        PAUSE_MAX_MS,
        (failure.retryAfterSeconds ?? 0) * 1_000 || RATE_LIMITED_PAUSE_MS,
      );
    case 'overloaded':
    case 'unavailable':
    case 'timeout':
    case 'indeterminate':
      return RATE_LIMITED_PAUSE_MS;
  }
}
