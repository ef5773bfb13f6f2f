import { LRUCache } from 'lru-cache';
import type { Failure } from '@tollgate/providers/adapter';

/** Failures in a row after which something is left alone for a while. */
export const FAILURES_MAX = 5;
/** The first pause of what keeps failing, in milliseconds; it doubles with each further failure. */
export const PAUSE_FIRST_MS = 5_000;
/** The longest pause, in milliseconds. */
export const PAUSE_MAX_MS = 60_000;
/** The pause of what the provider refuses, in milliseconds: an administrator has to look at it. */
export const REFUSED_PAUSE_MS = 30_000;
const RATE_LIMITED_PAUSE_MS = 2_000;
const KEYS_MAX = 10_000;
/** Owners whose failures with one key are remembered. */
const OWNERS_MAX = 1_000;
/** The most failures of one owner that count for everybody: fewer than shut a key, with some left for a second owner. */
const OF_ONE_OWNER_MAX = 3;

/** Something that is left alone, whoever calls. */
export interface LeftAlone {
  /** `paused`: others go first. `shut`: no call uses it. */
  state: 'paused' | 'shut';
  /** The newest failure. */
  failure: Failure['kind'];
  /** How long ago the first failure since the last success was, in milliseconds. */
  sinceMs: number;
  /** How long this goes on unless something new happens, in milliseconds. */
  forMs: number;
}

/** The health of what calls use, by a key: a credential, or a model behind one. */
export interface HealthBook {
  isEmpty(): boolean;
  /** Until when calls of an owner do not use it, by the clock of the book; 0 when they may. */
  shutUntil(key: string, ownerId: string): number;
  /** Whether others go first now. */
  isPaused(key: string): boolean;
  forget(key: string): void;
  failed(key: string, ownerId: string, failure: Failure): void;
  /** Lets others go first for so long; calls still use it where there is no other. */
  pause(key: string, failure: Failure, pauseMs: number): void;
  /** What is paused or shut now, also for one owner alone. */
  standing(): { key: string; state: 'paused' | 'shut' }[];
  /** What the provider refuses, and what is shut for everybody. */
  troubled(): { key: string; reason: 'refused' | 'failing' }[];
  leftAlone(): (LeftAlone & { key: string })[];
}

interface Health {
  /** When the first failure since the last success was. */
  sinceMs: number;
  /** The newest failure. */
  failure: Failure['kind'];
  /** Times in a row that the provider refused the credential itself, which no caller can cause. */
  refusals: number;
  /** Until then others go first, for calls of every owner. */
  pausedUntilMs: number;
  /** Until then no call uses it; afterwards one call tries. */
  shutUntilMs: number;
  /** By owner: failures since the last success of any owner, and until when calls of the owner do not use it. */
  owners: LRUCache<string, { failures: number; shutUntilMs: number }>;
}

/**
 * A book for one process. One failure moves a key to the end of the queue, so that a provider with one credential goes on serving.
 * Failures in a row shut the key for a while: for the owner whose calls failed, and for everybody once the failures are more than one owner could have caused.
 * @param now a clock that never jumps, in milliseconds
 */
export function createHealthBook(now: () => number): HealthBook {
  const known = new Map<string, Health>();
  const healthOf = (key: string, failure: Failure): Health | null => {
    const old = known.get(key);
    if (old !== undefined) return old;
    if (known.size >= KEYS_MAX) return null;
    const fresh = firstFailure(failure, now());
    known.set(key, fresh);
    return fresh;
  };
  return {
    isEmpty: () => known.size === 0,
    shutUntil(key, ownerId) {
      const health = known.get(key);
      if (health === undefined) return 0;
      return Math.max(health.shutUntilMs, health.owners.peek(ownerId)?.shutUntilMs ?? 0);
    },
    isPaused: (key) => (known.get(key)?.pausedUntilMs ?? 0) > now(),
    forget: (key) => void (known.size > 0 && known.delete(key)),
    failed(key, ownerId, failure) {
      if (showsCredentialWorks(failure)) known.delete(key);
      const pauseMs = pauseFor(failure);
      if (pauseMs === null) return;
      const health = healthOf(key, failure);
      if (health !== null) noteFailure(health, ownerId, { failure, pauseMs, at: now() });
    },
    pause(key, failure, pauseMs) {
      const health = healthOf(key, failure);
      if (health === null) return;
      health.failure = failure.kind;
      health.pausedUntilMs = now() + pauseMs;
    },
    ...looksAt(known, now),
  };
}

function looksAt(
  known: ReadonlyMap<string, Health>,
  now: () => number,
): Pick<HealthBook, 'standing' | 'troubled' | 'leftAlone'> {
  return {
    standing() {
      const at = now();
      const isShut = ({ shutUntilMs, owners }: Health): boolean =>
        shutUntilMs > at || [...owners.values()].some((owner) => owner.shutUntilMs > at);
      return [...known].flatMap(([key, health]): ReturnType<HealthBook['standing']> => {
        if (isShut(health)) return [{ key, state: 'shut' }];
        return health.pausedUntilMs > at ? [{ key, state: 'paused' }] : [];
      });
    },
    troubled() {
      const at = now();
      return [...known].flatMap(([key, health]): ReturnType<HealthBook['troubled']> => {
        const { refusals, pausedUntilMs, shutUntilMs } = health;
        if (refusals > 0 && pausedUntilMs > at) return [{ key, reason: 'refused' }];
        return shutUntilMs > at ? [{ key, reason: 'failing' }] : [];
      });
    },
    leftAlone() {
      const at = now();
      return [...known].flatMap(([key, health]) => leftAloneAt(key, health, at));
    },
  };
}

function firstFailure({ kind }: Failure, at: number): Health {
  const owners: Health['owners'] = new LRUCache({ max: OWNERS_MAX });
  return { sinceMs: at, failure: kind, refusals: 0, pausedUntilMs: 0, shutUntilMs: 0, owners };
}

function leftAloneAt(key: string, health: Health, at: number): ReturnType<HealthBook['leftAlone']> {
  const { failure, pausedUntilMs, shutUntilMs } = health;
  const isShut = shutUntilMs > at;
  const forMs = (isShut ? shutUntilMs : pausedUntilMs) - at;
  const state = isShut ? 'shut' : 'paused';
  return forMs > 0 ? [{ key, state, failure, sinceMs: at - health.sinceMs, forMs }] : [];
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

/** How long a number of failures in a row shuts a key, in milliseconds. */
function shutMsFor(failures: number): number {
  const over = failures - FAILURES_MAX;
  return over < 0 ? 0 : Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(over, 10));
}

/** Whether the request was at fault: a provider that refuses a request for its own sake is alive and takes the credential. */
export function isOfRequest({ kind }: Pick<Failure, 'kind'>): boolean {
  return kind === 'rejected' || kind === 'context_length';
}

/** Whether the provider has answered to the credential: it refused the request, or it does not have the model. */
export function showsCredentialWorks(failure: Failure): boolean {
  return isOfRequest(failure) || failure.kind === 'model_unavailable';
}

/** How long a failure pauses a key, in milliseconds; null when the credential and its provider work. */
function pauseFor(failure: Failure): number | null {
  const { kind, retryAfterSeconds = 0 } = failure;
  if (showsCredentialWorks(failure) || kind === 'malformed') return null;
  if (kind === 'credential') return REFUSED_PAUSE_MS;
  if (kind !== 'rate_limited') return RATE_LIMITED_PAUSE_MS;
  return Math.min(PAUSE_MAX_MS, retryAfterSeconds * 1_000 || RATE_LIMITED_PAUSE_MS);
}
