import { sampledGauge } from '@tollgate/telemetry/metrics';
import { setTimeout as wait } from 'node:timers/promises';
import type { LRUCache } from 'lru-cache';
import { GatewayError } from '@tollgate/contract/error-codes';
import { loadCatalog, loadUserCatalogPolicy } from '@tollgate/catalog/snapshot';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { currentEpoch, listChangesAfter } from '@tollgate/db/changes';
import type { Change } from '@tollgate/db/changes';
import type { Knex } from '@tollgate/db/connect';
import { digestAnew, findKeyByDigest, findKeyById } from '@tollgate/keys/keys';
import type { KeyRecord } from '@tollgate/keys/keys';
import { loadHeldModels, loadWidening } from '@tollgate/keys/overruns';
import type { HeldWhile } from '@tollgate/keys/overruns';
import type { Digest, Digests } from '@tollgate/keys/secret';
import { isUnlimited } from '@tollgate/money/limit-set';
import { growingCache } from '@tollgate/runtime/growing-cache';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { untilItWorks } from '@tollgate/runtime/until-it-works';
import type { KeyEntry } from './caller.ts';

const MILLISECONDS = 1_000;
const directoryAge = sampledGauge({
  name: 'directory_age_seconds',
  help: 'Since the change log was read: beyond a second no key is admitted on old knowledge.',
  labels: [],
});

/** What the hot path knows without asking the database. */
export interface Directory {
  /**
   * The key with one of these digests of its secret; null when there is none. Asks the database on
   * first sight only. A key that is stored under an older pepper is stored under the current one
   * from then on. What is remembered is believed while the change log was read within the last
   * second: a replica that cannot read the log lets nobody in on old knowledge.
   * @throws GatewayError `service_unavailable` when the log cannot be read
   */
  find(digests: Digests): Promise<KeyEntry | null>;
  /**
   * The key of this id as the database has it now; null when there is none. Nothing is remembered:
   * work that runs in the background asks seldom.
   * @throws GatewayError `service_unavailable` when the log cannot be read
   */
  findById(keyId: string): Promise<KeyEntry | null>;
  catalog(): CatalogSnapshot;
  /** Models that are held at the worst count for every owner. */
  heldModels(): HeldWhile;
  /** Looks for changes now instead of at the next poll. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface DirectoryDeps {
  db: Knex;
  /**
   * Reads the change log and the catalogue; a pool of its own keeps a busy replica from learning
   * late.
   */
  changes: Knex;
  timers: Timers;
  logger: Logger;
}

const KEYS_MAX = 100_000;
const UNKNOWN_KEYS_MAX = 10_000;
/** For how long what is remembered is believed after the log was last asked, in milliseconds. */
const BELIEVED_MS = 1_000;
/** The longest that a call waits for the log, in milliseconds. */
const LOG_WAIT_MS = 2_000;
const LOG_RETRY_SECONDS = 2;
/** How often a start asks a database that does not answer, in milliseconds. */
const OPEN_RETRY_MS = 1_000;

interface DirectoryState {
  epoch: bigint;
  /**
   * When the newest reading of the log that succeeded was begun, by this process' clock that never
   * jumps.
   */
  readAtMs: number;
  keys: LRUCache<string, KeyEntry>;
  unknown: LRUCache<string, true>;
  /** Two of a key while a rotation overlaps. */
  digestsByKey: Map<string, Set<string>>;
  digestsByOwner: Map<string, Set<string>>;
  catalog: CatalogSnapshot;
  /** Read with the catalogue. */
  held: HeldWhile;
  /** When a scheduled price becomes effective, by this process' clock that never jumps. */
  reloadAtMs: number;
}

/**
 * Loads the catalogue, waits for a database that is away, and follows the change log. A change
 * reaches this process with the next poll at the latest, whether or not a message announced it;
 * what was read before a change is never cached after it.
 */
export async function openDirectory(deps: DirectoryDeps): Promise<Directory> {
  const read = await untilItWorks(() => readAll(deps.changes), {
    everyMs: OPEN_RETRY_MS,
    failed: (error) => deps.logger.warn({ error }, 'the start waits for the database'),
  });
  const state: DirectoryState = {
    epoch: read.epoch,
    readAtMs: read.atMs,
    keys: growingCache<string, KeyEntry>(KEYS_MAX, (entry, name) =>
      forgetIndexes(state, entry, name),
    ),
    unknown: growingCache<string, true>(UNKNOWN_KEYS_MAX),
    digestsByKey: new Map(),
    digestsByOwner: new Map(),
    catalog: read.catalog,
    held: read.held,
    reloadAtMs: Number.POSITIVE_INFINITY,
  };
  takeCatalog(state, state.catalog);
  const looks = poll({
    everyMs: deps.timers.changePoll,
    look: () => readChanges(deps, state),
    failed: (error) => deps.logger.warn({ error }, 'the change log does not answer'),
  });
  const hide = showDirectory(() => state.readAtMs);
  return {
    async find(digests) {
      if (!isBelieved(state)) await catchUp(state, looks.now);
      return findEntry(deps, state, digests);
    },
    async findById(keyId) {
      if (!isBelieved(state)) await catchUp(state, looks.now);
      const askedMs = performance.now();
      const found = await findKeyById(deps.db, keyId);
      if (found === null) return null;
      const { digest: _digest, ...key } = found;
      return entryOf(deps, key, askedMs);
    },
    catalog: () => state.catalog,
    heldModels: () => state.held,
    refresh: looks.now,
    stop() {
      looks.stop();
      hide();
    },
  };
}

/** The epoch is read first: a change in between is seen again by the first poll. */
async function readAll(
  changes: Knex,
): Promise<{ epoch: bigint; atMs: number; catalog: CatalogSnapshot; held: HeldWhile }> {
  const atMs = performance.now();
  const epoch = await currentEpoch(changes);
  return { epoch, atMs, catalog: await loadCatalog(changes), held: await loadHeldModels(changes) };
}

function isBelieved(state: DirectoryState): boolean {
  return performance.now() - state.readAtMs <= BELIEVED_MS;
}

/**
 * Waits for a reading of the log, and for a second one where the reading under way had begun too
 * long ago.
 */
async function catchUp(state: DirectoryState, refresh: () => Promise<void>): Promise<void> {
  const late = new AbortController();
  const readings = refresh().then(() => (isBelieved(state) ? undefined : refresh()));
  await Promise.race([
    readings,
    wait(LOG_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  if (isBelieved(state)) return;
  throw new GatewayError('service_unavailable', 'The service is not ready. Try again soon.', {
    detail: 'the change log has not been read for too long',
    retryAfterSeconds: LOG_RETRY_SECONDS,
  });
}

async function findEntry(
  deps: DirectoryDeps,
  state: DirectoryState,
  digests: Digests,
): Promise<KeyEntry | null> {
  const [current] = digests;
  const name = current.digest.toString('base64');
  const known = state.keys.get(name);
  if (known !== undefined) return known;
  if (state.unknown.has(name)) return null;
  const epoch = state.epoch;
  const askedMs = performance.now();
  const found = await findKeyByDigest(
    deps.db,
    digests.map(({ digest }) => digest),
  );
  if (found === null) {
    if (state.epoch === epoch) state.unknown.set(name, true);
    return null;
  }
  const { digest, ...key } = found;
  const under = digests.find((one) => one.digest.equals(digest));
  if (under?.isOlder === true) keepUnder(deps, key.id, { from: digest, to: current });
  const entry = await entryOf(deps, key, askedMs);
  if (state.epoch === epoch) remember(state, name, entry);
  return entry;
}

async function entryOf(
  { db }: Pick<DirectoryDeps, 'db'>,
  key: KeyRecord,
  askedMs: number,
): Promise<KeyEntry> {
  const [policy, widening] = await Promise.all([
    loadUserCatalogPolicy(db, key.ownerId),
    loadWidening(db, key.ownerId),
  ]);
  const isFree = isUnlimited(key.limits) && isUnlimited(key.ownerLimits);
  return {
    key,
    policy,
    widening,
    endsAtMs: key.expiresInMs === null ? Infinity : askedMs + key.expiresInMs,
    replacedAtMs: key.replacedInMs === null ? Infinity : askedMs + key.replacedInMs,
    ...(isFree ? { isUnlimited: true } : {}),
  };
}

/** No call waits for this write: the next process that sees the key would write the same. */
function keepUnder(
  { db, logger }: DirectoryDeps,
  id: string,
  { from, to }: { from: Buffer; to: Digest },
): void {
  digestAnew(db, { id, from, to }).catch((error: unknown) =>
    logger.warn({ error }, 'a key stays under an older pepper'),
  );
}

function remember(state: DirectoryState, name: string, entry: KeyEntry): void {
  state.keys.set(name, entry);
  index(state.digestsByKey, entry.key.id, name);
  index(state.digestsByOwner, entry.key.ownerId, name);
}

function index(names: Map<string, Set<string>>, id: string, name: string): void {
  const known = names.get(id) ?? new Set();
  known.add(name);
  names.set(id, known);
}

function unindex(names: Map<string, Set<string>>, id: string, name: string): void {
  const known = names.get(id);
  known?.delete(name);
  if (known?.size === 0) names.delete(id);
}

function forgetIndexes(state: DirectoryState, { key }: KeyEntry, name: string): void {
  unindex(state.digestsByKey, key.id, name);
  unindex(state.digestsByOwner, key.ownerId, name);
}

async function readChanges(deps: DirectoryDeps, state: DirectoryState): Promise<void> {
  const startedMs = performance.now();
  const changes = await listChangesAfter(deps.changes, state.epoch);
  const last = changes.at(-1);
  if (last !== undefined) {
    state.epoch = last.epoch;
    for (const change of changes) forget(state, change);
  }
  // The reload is noted before it is tried, so that a failed reload is due again at the next poll.
  if (changes.some(({ topic }) => topic === 'catalog')) state.reloadAtMs = 0;
  if (performance.now() >= state.reloadAtMs) {
    state.held = await loadHeldModels(deps.changes);
    takeCatalog(state, await loadCatalog(deps.changes));
  }
  state.readAtMs = startedMs;
}

function takeCatalog(state: DirectoryState, catalog: CatalogSnapshot): void {
  state.catalog = catalog;
  state.reloadAtMs =
    catalog.reloadAfterMs === null
      ? Number.POSITIVE_INFINITY
      : performance.now() + catalog.reloadAfterMs;
}

function forget(state: DirectoryState, change: Change): void {
  if (change.topic === 'key') {
    state.unknown.clear();
    forgetAll(state, change.id === null ? undefined : state.digestsByKey.get(change.id));
  }
  if (change.topic === 'user' && change.id !== null) {
    forgetAll(state, state.digestsByOwner.get(change.id));
  }
}

/** The set shrinks while its keys are forgotten. */
function forgetAll(state: DirectoryState, names: ReadonlySet<string> = new Set()): void {
  for (const name of Array.from(names)) state.keys.delete(name);
}

/** Shows how old this process' knowledge is. */
function showDirectory(readAtMs: () => number): () => void {
  return directoryAge.show(() => [
    { values: [], value: Math.max(0, performance.now() - readAtMs()) / MILLISECONDS },
  ]);
}
