import { LRUCache } from 'lru-cache';
import {
  forgetGoneTarget,
  listGoneTargets,
  noteGoneTarget,
} from '@tollgate/catalog/gone-target.queries';
import type { GoneTarget } from '@tollgate/catalog/gone-target.queries';
import type { Knex } from '@tollgate/db/connect';
import { encodeId } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { sampledGauge } from '@tollgate/telemetry/metrics';
import type { Sample } from '@tollgate/telemetry/metrics';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { raiseAlarm } from '@tollgate/webhooks/publish';
import type { TriesOfCredential } from '@tollgate/catalog/credential-health.queries';
import { isOfRequest } from './failure-pauses.ts';
import type { CredentialPool, Tried } from './credential-pool.ts';

/**
 * Models that are remembered as noted, so that one that every call asks for is written once a
 * minute.
 */
const NOTED_MAX = 1_000;
const NOTED_MS = 60_000;
/** Models that one look reads. */
const GONE_MAX = 1_000;

const gauge = sampledGauge({
  name: 'models_gone',
  help: '1 for each model that its provider does not know any more, or not for a credential of ours, until the model answers again.',
  labels: ['provider', 'model'],
});

/** Models that providers do not know any more. */
export interface GoneTargets {
  /** A pool that also reports models that are gone, and of those that answer again. */
  over(pool: CredentialPool): CredentialPool;
  /** Ends the looks. */
  stop(): void;
}

/**
 * Notes models that a provider answers about as gone: for the metric, for operators' webhooks and
 * for the console, until they answer again. No call waits for that.
 */
export function createGoneTargets(deps: { db: Knex; logger: Logger; timers: Timers }): GoneTargets {
  const { db, logger, timers } = deps;
  const noted = new LRUCache<string, true>({ max: NOTED_MAX, ttl: NOTED_MS });
  let known = new Map<string, Names>();
  const failed = (error: unknown): void =>
    logger.warn({ error }, 'models that are gone could not be noted');

  async function note(tried: Tried): Promise<void> {
    const found = await noteGoneTarget(db, tried);
    if (found === null) return;
    known.set(keyOf(tried), found);
    await raise(db, { tried, names: found, quietMs: timers.alarmQuiet });
  }
  function noteOnce(tried: Tried): void {
    const key = keyOf(tried);
    if (noted.has(key)) return;
    noted.set(key, true);
    note(tried).catch((error: unknown) => {
      noted.delete(key);
      failed(error);
    });
  }
  function forget(tried: Tried): void {
    const key = keyOf(tried);
    if (!known.delete(key) && !noted.has(key)) return;
    noted.delete(key);
    forgetGoneTarget(db, tried).catch(failed);
  }
  async function look(): Promise<void> {
    const found = await listGoneTargets(db, GONE_MAX);
    known = new Map(found.map((one) => [keyOf(one), one]));
  }
  const hide = gauge.show(() => samplesOf([...known.values()]));
  const looks = poll({ everyMs: timers.healthLook, look, failed });
  return {
    over: (pool) => ({
      ...pool,
      succeeded(tried) {
        forget(tried);
        pool.succeeded(tried);
      },
      failed(tried, ownerId, failure) {
        if (failure.kind === 'model_unavailable') noteOnce(tried);
        pool.failed(tried, ownerId, failure);
      },
    }),
    stop() {
      looks.stop();
      hide();
    },
  };
}

type Names = Pick<GoneTarget, 'provider' | 'model' | 'credential'>;

async function raise(
  db: Knex,
  { tried, names, quietMs }: { tried: Tried; names: Names; quietMs: number },
): Promise<void> {
  const { provider, model, credential: name } = names;
  const credential = { id: encodeId('cred', tried.credentialId), name };
  const data = { provider, model, credential };
  const event = { ownerId: OPERATORS, type: 'model.gone' as const, at: new Date(), data };
  await raiseAlarm(db, { subject: keyOf(tried), event, quietMs });
}

/** One sample for each model, at however many credentials it is gone. */
function samplesOf(gone: readonly Names[]): Sample[] {
  const byModel = new Map(gone.map(({ provider, model }) => [model, [provider, model]]));
  return [...byModel.values()].map((values) => ({ values, value: 1 }));
}

function keyOf({ credentialId, modelId }: Tried): string {
  return `${credentialId} ${modelId}`;
}

/** Credentials whose tries are counted at a time; tries of further ones are not. */
const CREDENTIALS_MAX = 10_000;

interface Counts {
  tries: number;
  failed: number;
  last: { failure: string; atMs: number } | null;
}

/** Counts tries by credential in memory, until somebody writes them down. */
export interface CredentialTally {
  /** A pool that counts the reported tries. */
  over(pool: CredentialPool): CredentialPool;
  /** Takes the counts of some credentials out; `giveBack` is for what could not be written down. */
  take(most: number): { counted: TriesOfCredential[]; giveBack: () => void };
}

/**
 * A tally for one process. A try that the provider refused for the request's own sake counts as one
 * that went well: the credential works.
 * @param now a clock that never jumps, in milliseconds
 */
export function createCredentialTally(now: () => number): CredentialTally {
  const counts = new Map<string, Counts>();
  const of = (id: string): Counts | null => {
    const known = counts.get(id);
    if (known !== undefined) return known;
    if (counts.size >= CREDENTIALS_MAX) return null;
    const fresh: Counts = { tries: 0, failed: 0, last: null };
    counts.set(id, fresh);
    return fresh;
  };
  const add = (id: string, { tries, failed, last }: Counts): void => {
    const sum = of(id);
    if (sum === null) return;
    sum.tries += tries;
    sum.failed += failed;
    if (last !== null && last.atMs >= (sum.last?.atMs ?? -Infinity)) sum.last = last;
  };

  return {
    over: (pool) => ({
      ...pool,
      succeeded(tried) {
        add(tried.credentialId, WELL);
        pool.succeeded(tried);
      },
      failed(tried, ownerId, failure) {
        const last = { failure: failure.kind, atMs: now() };
        add(tried.credentialId, isOfRequest(failure) ? WELL : { tries: 1, failed: 1, last });
        pool.failed(tried, ownerId, failure);
      },
    }),
    take(most) {
      const taken = [...counts].slice(0, most);
      for (const [id] of taken) counts.delete(id);
      const at = now();
      return {
        counted: taken.map(([id, { tries, failed, last }]) => ({
          id,
          tries,
          failed,
          lastFailure: last?.failure ?? null,
          lastFailureMsAgo: last === null ? null : at - last.atMs,
        })),
        giveBack: () => {
          for (const [id, sum] of taken) add(id, sum);
        },
      };
    },
  };
}

const WELL: Counts = { tries: 1, failed: 0, last: null };
