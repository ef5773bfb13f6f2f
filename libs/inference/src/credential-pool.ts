import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { Failure } from '@tollgate/providers/adapter';
import { createHealthBook, REFUSED_PAUSE_MS, showsCredentialWorks } from './health-book.ts';
import type { HealthBook, LeftAlone } from './health-book.ts';

export { FAILURES_MAX, PAUSE_FIRST_MS, PAUSE_MAX_MS, isOfRequest } from './health-book.ts';

/** A model behind a credential, which is what a call is sent to. */
export interface Tried {
  credentialId: string;
  modelId: string;
}

/** Whose call it is, and for which model. */
export interface Asker {
  ownerId: string;
  modelId: string;
}

/** What this process has learned about credentials and the models behind them, for everybody and by the owner of the calls. */
export interface CredentialPool {
  /** The credentials that a call may use, in order: rested ones in turn, then those that are pausing; never those that are shut. */
  order(credentials: readonly CatalogCredential[], asker: Asker): CatalogCredential[];
  succeeded(tried: Tried): void;
  failed(tried: Tried, ownerId: string, failure: Failure): void;
  /** How many credentials are paused or shut now, as a whole or for a model, for everybody or for one owner. */
  standing(): { paused: number; shut: number };
  /** Credentials that the provider refuses, and those that are shut for everybody, as a whole or for a model. */
  troubled(): TroubledCredential[];
  /** What calls of every owner leave alone now, those for the longest first. */
  leftAlone(): LeftAloneCredential[];
  /** Milliseconds until the first of these may be tried again; 0 when one may be tried now. */
  readyInMs(credentials: readonly CatalogCredential[], asker: Asker): number;
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
 * A pool for one process. A refused credential and an address that cannot be reached count against the credential, whatever the model; every other failure of
 * a provider counts against that model alone, so that one that is overloaded or gone leaves the others of its credential as they are.
 * @param now a clock that never jumps, in milliseconds
 */
export function createCredentialPool(now: () => number): CredentialPool {
  const credentials = createHealthBook(now);
  const targets = createHealthBook(now);
  let turn = 0;
  const opensAt = (id: string, { ownerId, modelId }: Asker): number =>
    Math.max(credentials.shutUntil(id, ownerId), targets.shutUntil(keyOf(id, modelId), ownerId));

  return {
    order(given, asker) {
      if (given.length === 1 && credentials.isEmpty() && targets.isEmpty()) return [...given];
      const at = now();
      turn += 1;
      const open = given
        .map((_, index) => given[(index + turn) % given.length])
        .filter((one): one is CatalogCredential => one !== undefined)
        .filter(({ id }) => opensAt(id, asker) <= at);
      const isPaused = ({ id }: CatalogCredential): boolean =>
        credentials.isPaused(id) || targets.isPaused(keyOf(id, asker.modelId));
      return [...open.filter((one) => !isPaused(one)), ...open.filter(isPaused)];
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
    ...looksAt(credentials, targets),
    readyInMs(given, asker) {
      const at = now();
      const waits = given.map(({ id }) => Math.max(0, opensAt(id, asker) - at));
      return waits.length === 0 ? 0 : Math.min(...waits);
    },
  };
}

/** What others than calls want to know of all credentials. */
function looksAt(
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

/** Whether a failure says something of the credential or its address, and so of every model behind it: what never got there has no status. */
function isOfCredential({ kind, status }: Failure): boolean {
  return kind === 'credential' || (kind === 'unavailable' && status === undefined);
}

/** The key of a model behind a credential; ids are UUIDs and hold no blank. */
function keyOf(credentialId: string, modelId: string): string {
  return `${credentialId} ${modelId}`;
}

function idsOf(key: string): { id: string; modelId: string } {
  const [id = '', modelId = ''] = key.split(' ');
  return { id, modelId };
}
