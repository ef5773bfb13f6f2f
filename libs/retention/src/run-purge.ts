import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { isRetryable } from '@tollgate/db/failures';
import { encodeId } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { tryAgain } from '@tollgate/runtime/try-again';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { publish } from '@tollgate/webhooks/publish';
import { CATEGORIES, PurgeRefused } from './categories.ts';
import type { Files } from './categories.ts';
import { claimPurge, finishPurge, giveBackPurge, keepPurgeClaim } from './purge.queries.ts';
import { listPurgeSteps, notePurged } from './purge-step.queries.ts';
import type { PurgeFence } from './purge.queries.ts';
import type { PurgeStepRow } from './purge-step.queries.ts';

/** The pause between two tries of a step that could not get its lock, in milliseconds. */
const LOCK_PAUSE_MS = 250;
/** After how many tries the purge waits for its next job. */
const LOCK_TRIES_MAX = 40;
const FAILURE_CHARACTERS_MAX = 500;

export interface PurgeDeps {
  db: Knex;
  /** Where files lie; null where none are kept. */
  files: Files | null;
  timers: Timers;
  logger: Logger;
  /** True once the process is to stop: the purge goes on elsewhere. */
  isStopping(): boolean;
}

/** This worker has lost its claim to another one, or is to stop. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs a purge from where it stopped. What a step deletes and what the purge counts are one
 * transaction under the fence of this claim, so that a worker may die anywhere and each row is
 * still deleted and counted once.
 */
export async function runPurge(deps: PurgeDeps, id: string): Promise<void> {
  const fence = await claimPurge(deps.db, { id, leaseMs: deps.timers.lease });
  if (fence === null) return;
  try {
    for (const step of await listPurgeSteps(deps.db, id)) {
      if (step.finishedAt === null) await runCategory(deps, fence, step);
    }
    await finish(deps, fence, null);
  } catch (error) {
    if (error instanceof PurgeRefused) {
      deps.logger.error({ error, purge: id }, 'a purge was refused');
      await finish(deps, fence, error.message.slice(0, FAILURE_CHARACTERS_MAX));
      return;
    }
    await giveBackPurge(deps.db, fence);
    if (!(error instanceof Interrupted)) throw error;
  }
}

async function runCategory(deps: PurgeDeps, fence: PurgeFence, step: PurgeStepRow): Promise<void> {
  await CATEGORIES[step.category].check?.(deps.db);
  while (!(await takeStep(deps, fence, step))) {
    if (deps.isStopping()) throw new Interrupted('the process is stopping');
  }
}

/** @returns whether the category is through */
function takeStep(deps: PurgeDeps, fence: PurgeFence, step: PurgeStepRow): Promise<boolean> {
  const take = (): Promise<boolean> =>
    transaction(deps.db, async (trx) => {
      const kept = await keepPurgeClaim(trx, { ...fence, leaseMs: deps.timers.lease });
      if (!kept) throw new Interrupted('the claim is lost');
      const gone = await CATEGORIES[step.category].purge(trx, step.cutoff, deps.files);
      await notePurged(trx, { purgeId: fence.id, position: step.position, gone });
      return gone === null;
    });
  return tryAgain(take, (error, tries) =>
    isRetryable(error) && tries < LOCK_TRIES_MAX ? LOCK_PAUSE_MS : null,
  );
}

async function finish(deps: PurgeDeps, fence: PurgeFence, failure: string | null): Promise<void> {
  await transaction(deps.db, async (trx) => {
    if (!(await finishPurge(trx, { ...fence, failure }))) return;
    const steps = await listPurgeSteps(trx, fence.id);
    const rows = Object.fromEntries(
      steps.map(({ category, rowsPurged }) => [category, rowsPurged.toString()]),
    );
    const state = failure === null ? 'done' : 'failed';
    await publish(trx, [
      {
        ownerId: OPERATORS,
        type: 'purge.ended',
        at: new Date(),
        data: { id: encodeId('prg', fence.id), state, failure, rows },
      },
    ]);
    await recordAuditEvent(trx, {
      actor: { kind: 'system', id: null, label: 'retention' },
      action: failure === null ? 'retention.purged' : 'retention.purge_failure',
      target: { kind: 'retention_purge', id: fence.id },
      details: { failure, rows },
    });
  });
}
