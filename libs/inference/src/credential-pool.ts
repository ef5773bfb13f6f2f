import { LRUCache } from 'lru-cache';
import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { Failure } from '@tollgate/providers/adapter';

/** Failures in a row after which a credential is left alone for a while. */
export const FAILURES_MAX = 5;
/** The first pause of a credential that keeps failing, in milliseconds; it doubles with each further failure. */
export const PAUSE_FIRST_MS = 5_000;
/** The longest pause, in milliseconds. */
export const PAUSE_MAX_MS = 60_000;
/** The pause of a credential that the provider refuses, in milliseconds: an administrator has to look at the credential. */
const REFUSED_PAUSE_MS = 30_000;
const RATE_LIMITED_PAUSE_MS = 2_000;
const CREDENTIALS_MAX = 10_000;
/** Owners whose failures with one credential are remembered. */
const OWNERS_MAX = 1_000;
/** The most failures of one owner that count for everybody: fewer than shut a credential, with some left for a second owner. */
const OF_ONE_OWNER_MAX = 3;

/** What this process has learned about credentials, by credential and by the owner of the calls that used the credential. */
export interface CredentialPool {
  /** The credentials that a call of an owner may use, in order: rested ones in turn, then those that are pausing; never those that are shut. */
  order(credentials: readonly CatalogCredential[], ownerId: string): CatalogCredential[];
  succeeded(credentialId: string): void;
  failed(credentialId: string, ownerId: string, failure: Failure): void;
  /** How many credentials are paused or shut now, for everybody or for one owner. */
  standing(): { paused: number; shut: number };
  /** Credentials that the provider refuses, and those that are shut for everybody. */
  troubled(): TroubledCredential[];
  /** What calls of every owner leave alone now, those for the longest first. */
  leftAlone(): LeftAloneCredential[];
  /** Milliseconds until the first of these may be tried again by an owner; 0 when one may be tried now. */
  readyInMs(credentials: readonly CatalogCredential[], ownerId: string): number;
}

/** A credential that an operator has to look at. */
export interface TroubledCredential {
  id: string;
  reason: 'refused' | 'failing';
}

/** A credential that this process leaves alone, whoever calls. */
export interface LeftAloneCredential {
  id: string;
  /** `paused`: other credentials of the provider go first. `shut`: no call uses the credential. */
  state: 'paused' | 'shut';
  /** The newest failure. */
  failure: Failure['kind'];
  /** How long ago the first failure since the last success was, in milliseconds. */
  sinceMs: number;
  /** How long this goes on unless something new happens, in milliseconds. */
  forMs: number;
}

interface Health {
  /** When the first failure since the last success was. */
  sinceMs: number;
  /** The newest failure. */
  failure: Failure['kind'];
  /** Times in a row that the provider refused the credential itself, which no caller can cause. */
  refusals: number;
  /** Until then other credentials go first, for calls of every owner. */
  pausedUntilMs: number;
  /** Until then no call uses the credential; afterwards one call tries it. */
  shutUntilMs: number;
  /** By owner: failures since the last success of any owner, and until when calls of the owner do not use the credential. */
  owners: LRUCache<string, { failures: number; shutUntilMs: number }>;
}

/**
 * A pool for one process. One failure moves a credential to the end of the queue, so that a provider with one credential goes on
 * serving. Failures in a row shut the credential for a while: for the owner whose calls failed, and for everybody once the
 * failures are more than one owner could have caused.
 * @param now a clock that never jumps, in milliseconds
 */
export function createCredentialPool(now: () => number): CredentialPool {
  const known = new Map<string, Health>();
  let turn = 0;
  const shutUntil = (id: string, ownerId: string): number => {
    const health = known.get(id);
    if (health === undefined) return 0;
    return Math.max(health.shutUntilMs, health.owners.peek(ownerId)?.shutUntilMs ?? 0);
  };

  return {
    order(credentials, ownerId) {
      if (credentials.length === 1 && known.size === 0) return [...credentials];
      const at = now();
      turn += 1;
      const turned = credentials.map(
        (_, index) => credentials[(index + turn) % credentials.length],
      );
      const open = turned
        .filter((one): one is CatalogCredential => one !== undefined)
        .filter(({ id }) => shutUntil(id, ownerId) <= at);
      const isPaused = ({ id }: CatalogCredential): boolean =>
        (known.get(id)?.pausedUntilMs ?? 0) > at;
      return [...open.filter((one) => !isPaused(one)), ...open.filter(isPaused)];
    },
    succeeded(id) {
      if (known.size > 0) known.delete(id);
    },
    failed(id, ownerId, failure) {
      if (showsCredentialWorks(failure)) known.delete(id);
      const pauseMs = pauseFor(failure);
      if (pauseMs === null || (known.size >= CREDENTIALS_MAX && !known.has(id))) return;
      const at = now();
      const health = known.get(id) ?? firstFailure(failure, at);
      known.set(id, health);
      noteFailure(health, ownerId, { failure, pauseMs, at });
    },
    ...looksAt(known, now),
    readyInMs(credentials, ownerId) {
      const at = now();
      const waits = credentials.map(({ id }) => Math.max(0, shutUntil(id, ownerId) - at));
      return waits.length === 0 ? 0 : Math.min(...waits);
    },
  };
}

/** What others than calls want to know of all credentials. */
function looksAt(
  known: ReadonlyMap<string, Health>,
  now: () => number,
): Pick<CredentialPool, 'standing' | 'troubled' | 'leftAlone'> {
  return {
    standing() {
      const at = now();
      const all = [...known.values()];
      const isShut = ({ shutUntilMs, owners }: Health): boolean =>
        shutUntilMs > at || [...owners.values()].some((owner) => owner.shutUntilMs > at);
      const shut = all.filter(isShut).length;
      const resting = all.filter(({ pausedUntilMs }) => pausedUntilMs > at).length;
      return { paused: Math.max(0, resting - shut), shut };
    },
    troubled() {
      const at = now();
      return [...known].flatMap(([id, health]): TroubledCredential[] => {
        const { refusals, pausedUntilMs, shutUntilMs } = health;
        if (refusals > 0 && pausedUntilMs > at) return [{ id, reason: 'refused' }];
        return shutUntilMs > at ? [{ id, reason: 'failing' }] : [];
      });
    },
    leftAlone() {
      const at = now();
      return [...known]
        .flatMap(([id, health]) => leftAloneAt(id, health, at))
        .toSorted((one, other) => other.forMs - one.forMs);
    },
  };
}

function firstFailure({ kind }: Failure, at: number): Health {
  const owners: Health['owners'] = new LRUCache({ max: OWNERS_MAX });
  return { sinceMs: at, failure: kind, refusals: 0, pausedUntilMs: 0, shutUntilMs: 0, owners };
}

function leftAloneAt(id: string, health: Health, at: number): LeftAloneCredential[] {
  const { failure, pausedUntilMs, shutUntilMs } = health;
  const isShut = shutUntilMs > at;
  const forMs = (isShut ? shutUntilMs : pausedUntilMs) - at;
  const state = isShut ? 'shut' : 'paused';
  return forMs > 0 ? [{ id, state, failure, sinceMs: at - health.sinceMs, forMs }] : [];
}

function noteFailure(
  health: Health,
  ownerId: string,
  { failure, pauseMs, at }: { failure: Failure; pauseMs: number; at: number },
): void {
  const owner = health.owners.get(ownerId) ?? { failures: 0, shutUntilMs: 0 };
  owner.failures += 1;
  owner.shutUntilMs = at + shutMsFor(owner.failures);
  health.owners.set(ownerId, owner);
  health.failure = failure.kind;
  if (failure.kind === 'credential') health.refusals += 1;
  const believed = [...health.owners.values()].reduce(
    (sum, { failures }) => sum + Math.min(failures, OF_ONE_OWNER_MAX),
    0,
  );
  health.pausedUntilMs = at + pauseMs;
  health.shutUntilMs = at + shutMsFor(Math.max(believed, health.refusals));
}

/** How long a number of failures in a row shuts a credential, in milliseconds. */
function shutMsFor(failures: number): number {
  const over = failures - FAILURES_MAX;
  return over < 0 ? 0 : Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(over, 10));
}

/** Whether the request was at fault: a provider that refuses a request for its own sake is alive and takes the credential. */
export function isOfRequest({ kind }: Pick<Failure, 'kind'>): boolean {
  return kind === 'rejected' || kind === 'context_length';
}

/** Whether the provider has answered to the credential: it refused the request, or it does not have the model. */
function showsCredentialWorks(failure: Failure): boolean {
  return isOfRequest(failure) || failure.kind === 'model_unavailable';
}

/** How long a failure pauses a credential, in milliseconds; null when the credential and its provider work. */
function pauseFor(failure: Failure): number | null {
  const { kind, retryAfterSeconds = 0 } = failure;
  if (showsCredentialWorks(failure) || kind === 'malformed') return null;
  if (kind === 'credential') return REFUSED_PAUSE_MS;
  if (kind !== 'rate_limited') return RATE_LIMITED_PAUSE_MS;
  return Math.min(PAUSE_MAX_MS, retryAfterSeconds * 1_000 || RATE_LIMITED_PAUSE_MS);
}
