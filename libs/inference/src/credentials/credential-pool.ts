import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import { LRUCache } from 'lru-cache';
import {
  isOfCredential,
  pauseFor,
  REFUSED_PAUSE_MS,
  showsCredentialWorks,
  shutUntil,
} from './failure-pauses.ts';
import { createModelSpeeds } from './model-speeds.ts';
import type { ModelSpeeds } from './model-speeds.ts';

/** A model behind a credential, which is what a call is sent to. */
export interface Tried {
  credentialId: string;
  modelId: string;
}

/** The owner of a call, and the model that is asked for. */
export interface Asker {
  ownerId: string;
  modelId: string;
}

/**
 * What this process has learned about credentials and the models behind them, for everybody and by
 * the owner of the calls.
 */
export interface CredentialPool extends ModelSpeeds {
  /** The credentials that a call may use; never those that are shut. */
  order(credentials: readonly CatalogCredential[], asker: Asker): CredentialOrder;
  /**
   * A call is sent there. Where it was shut, the next calls of the owner go elsewhere until one has
   * worked, or for so long. Looking at the order begins no trial: quotes and counts look too, and a
   * call may look twice.
   */
  sends(tried: Tried, ownerId: string): void;
  succeeded(tried: Tried): void;
  failed(tried: Tried, ownerId: string, failure: Failure): void;
  /**
   * How many credentials are paused or shut now, as a whole or for a model, for everybody or for
   * one owner.
   */
  standing(): { paused: number; shut: number };
  /**
   * Credentials that the provider refuses, and those that are shut for everybody, as a whole or for
   * a model.
   */
  troubled(): TroubledCredential[];
  /** What calls of every owner leave alone now, those for the longest first. */
  leftAlone(): LeftAloneCredential[];
  /** Milliseconds until the first of these may be tried again; 0 when one may be tried now. */
  readyInMs(credentials: readonly CatalogCredential[], asker: Asker): number;
}

/** The credentials of a model in the order in which a call tries them. */
export interface CredentialOrder {
  /** Rested ones in turn, then those that are pausing. */
  first: CatalogCredential[];
  /**
   * Those that were shut and have not worked since, while a call of the owner tries them: for
   * calls that have nothing else.
   */
  last: CatalogCredential[];
}

/** A credential that an operator has to look at. */
export interface TroubledCredential {
  id: string;
  /** Null where it is about every model. */
  modelId: string | null;
  reason: 'refused' | 'failing';
}

/** A credential that this process leaves alone, whoever calls. */
export interface LeftAloneCredential extends LeftAlone {
  id: string;
  /** Null where no model is asked for with it. */
  modelId: string | null;
}

/**
 * A pool for one process. A refused credential and an address that cannot be reached count against
 * the credential, whatever the model; every other failure of a provider counts against that model
 * alone, so that one that is overloaded or gone leaves the others of its credential as they are.
 * @param now a clock that never jumps, in milliseconds
 */
export function createCredentialPool(now: () => number): CredentialPool {
  const credentials = createHealthBook(now);
  const targets = createHealthBook(now);
  const speeds = createModelSpeeds(now);
  let turn = 0;
  const opensAt = (id: string, { ownerId, modelId }: Asker): number =>
    Math.max(credentials.shutUntil(id, ownerId), targets.shutUntil(keyOf(id, modelId), ownerId));

  return {
    order(given, asker) {
      if (given.length === 1 && credentials.isEmpty() && targets.isEmpty())
        return { first: [...given], last: [] };
      const at = now();
      turn += 1;
      const open = given
        .map((_, index) => given[(index + turn) % given.length])
        .filter((one): one is CatalogCredential => one !== undefined)
        .filter(({ id }) => opensAt(id, asker) <= at);
      const isPaused = ({ id }: CatalogCredential): boolean =>
        credentials.isPaused(id) || targets.isPaused(keyOf(id, asker.modelId));
      const { first = [], last = [] } = Object.groupBy(open, ({ id }) => {
        const { ownerId, modelId } = asker;
        const isTried =
          credentials.isTriedBy(id, ownerId) || targets.isTriedBy(keyOf(id, modelId), ownerId);
        return isTried ? 'last' : 'first';
      });
      return {
        first: [...first.filter((one) => !isPaused(one)), ...first.filter(isPaused)],
        last,
      };
    },
    sends({ credentialId, modelId }, ownerId) {
      if (credentials.isEmpty() && targets.isEmpty()) return;
      credentials.sends(credentialId, ownerId);
      targets.sends(keyOf(credentialId, modelId), ownerId);
    },
    succeeded({ credentialId, modelId }) {
      credentials.forget(credentialId);
      targets.forget(keyOf(credentialId, modelId));
    },
    failed({ credentialId, modelId }, ownerId, failure) {
      const target = keyOf(credentialId, modelId);
      if (showsCredentialWorks(failure)) credentials.forget(credentialId);
      if (isOfCredential(failure)) credentials.failed(credentialId, ownerId, failure);
      else if (failure.kind === 'model_unavailable')
        targets.pause(target, failure, REFUSED_PAUSE_MS);
      else targets.failed(target, ownerId, failure);
    },
    ...speeds,
    ...poolLooksAt(credentials, targets),
    readyInMs(given, asker) {
      const at = now();
      const waits = given.map(({ id }) => Math.max(0, opensAt(id, asker) - at));
      return waits.length === 0 ? 0 : Math.min(...waits);
    },
  };
}

/** What others than calls want to know of all credentials. */
function poolLooksAt(
  credentials: HealthBook,
  targets: HealthBook,
): Pick<CredentialPool, 'standing' | 'troubled' | 'leftAlone'> {
  const ofCredentials = <Found>(found: readonly (Found & { key: string })[]) =>
    found.map(({ key, ...rest }) => ({ id: key, modelId: null, ...rest }));
  const ofTargets = <Found>(found: readonly (Found & { key: string })[]) =>
    found.map(({ key, ...rest }) => ({ ...idsOf(key), ...rest }));
  return {
    standing() {
      const known = [...ofCredentials(credentials.standing()), ...ofTargets(targets.standing())];
      const shut = new Set(known.filter(({ state }) => state === 'shut').map(({ id }) => id));
      const all = new Set(known.map(({ id }) => id));
      return { paused: all.size - shut.size, shut: shut.size };
    },
    troubled: () => [...ofCredentials(credentials.troubled()), ...ofTargets(targets.troubled())],
    leftAlone: () =>
      [...ofCredentials(credentials.leftAlone()), ...ofTargets(targets.leftAlone())].toSorted(
        (one, other) => other.forMs - one.forMs,
      ),
  };
}

/** The key of a model behind a credential; ids are UUIDs and hold no blank. */
function keyOf(credentialId: string, modelId: string): string {
  return `${credentialId} ${modelId}`;
}

function idsOf(key: string): { id: string; modelId: string } {
  const [id = '', modelId = ''] = key.split(' ');
  return { id, modelId };
}

/**
 * How long one call tries what was shut before the next call of its owner does, in milliseconds.
 */
export const TRIAL_MS = 10_000;
const KEYS_MAX = 10_000;
/** Owners whose failures with one key are remembered. */
const OWNERS_MAX = 1_000;
/**
 * The most failures of one owner that count for everybody: fewer than shut a key, with some left
 * for a second owner.
 */
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
  /**
   * Until when calls of an owner do not use it, by the clock of the health records; 0 when they
   * may.
   */
  shutUntil(key: string, ownerId: string): number;
  /** Whether others go first now. */
  isPaused(key: string): boolean;
  /**
   * Whether a call of the owner tries now what was shut. Each owner has trials of its own, so that
   * none keeps the others off.
   */
  isTriedBy(key: string, ownerId: string): boolean;
  /** Begins the trial of an owner, if it was shut and no trial runs. */
  sends(key: string, ownerId: string): void;
  forget(key: string): void;
  failed(key: string, ownerId: string, failure: Failure): void;
  /** Lets others go first for so long; calls still use it where there is no other. */
  pause(key: string, failure: Failure, pauseMs: number): void;
  /** The credentials that are paused or shut now, also for one owner alone. */
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
  /** Until then no call uses it; afterwards one call of each owner tries. */
  shutUntilMs: number;
  /**
   * By owner: failures since the last success of any owner, and until when calls of the owner do
   * not use it.
   */
  owners: LRUCache<string, { failures: number; shutUntilMs: number }>;
  /** By owner: until when a call of the owner tries it. */
  trials: LRUCache<string, number>;
}

/**
 * The health records of one process. One failure moves a key to the end of the queue, so that a
 * provider with one credential goes on serving. Failures in a row shut the key for a while: for the
 * owner whose calls failed, and for everybody once the failures are more than one owner could have
 * caused.
 * @param now a clock that never jumps, in milliseconds
 */
function createHealthBook(now: () => number): HealthBook {
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
    isTriedBy: (key, ownerId) => (known.get(key)?.trials.peek(ownerId) ?? 0) > now(),
    sends(key, ownerId) {
      const health = known.get(key);
      const at = now();
      if (health === undefined || (health.trials.peek(ownerId) ?? 0) > at) return;
      const wasShut = health.shutUntilMs > 0 || (health.owners.peek(ownerId)?.shutUntilMs ?? 0) > 0;
      if (wasShut) health.trials.set(ownerId, at + TRIAL_MS);
    },
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
  return {
    sinceMs: at,
    failure: kind,
    refusals: 0,
    pausedUntilMs: 0,
    shutUntilMs: 0,
    owners: new LRUCache({ max: OWNERS_MAX }),
    trials: new LRUCache({ max: OWNERS_MAX }),
  };
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
  owner.shutUntilMs = shutUntil(at, owner.failures);
  health.owners.set(ownerId, owner);
  health.trials.delete(ownerId);
  health.failure = failure.kind;
  if (failure.kind === 'credential') health.refusals += 1;
  const believed = [...health.owners.values()].reduce(
    (sum, { failures }) => sum + Math.min(failures, OF_ONE_OWNER_MAX),
    0,
  );
  health.pausedUntilMs = at + pauseMs;
  health.shutUntilMs = shutUntil(at, Math.max(believed, health.refusals));
}
