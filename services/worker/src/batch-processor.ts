import type { BatchDeps } from '@tollgate/inference/batches/batch-deps';
import { cleanJobs } from '@tollgate/inference/batches/clean-jobs';
import { claimDueBatch, workBatch } from '@tollgate/inference/batches/work-batch';
import type { TurnGiver } from '@tollgate/inference/batches/work-batch';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import { measureOpenBatches } from '@tollgate/requests/batches/batch-open.queries';
import { deleteFileRow, listOverFiles } from '@tollgate/requests/batches/file.queries';
import { poll } from '@tollgate/runtime/timers';
import { startSampler } from '@tollgate/telemetry/sampler';
import { counted, showBatches } from './metrics.ts';
import type { Processor } from './queue.ts';
import { removeFiles } from './remove-files.ts';
import { traced } from './traced.ts';

/**
 * Batches that one worker begins lines of at once, each with a few lines. They have permits of
 * their own, so that no batch makes an accepted operation wait.
 */
const BATCHES_AT_ONCE = 4;
/**
 * Batches whose lines run in one worker, those included whose turn is over but for a slow line:
 * slow lines of some owners keep no other owner from a turn.
 */
const BATCHES_RUNNING_MAX = 64;
const QUEUE = 'batches';

/**
 * Gives batches their turns. The rows are their own schedule: a claim is fenced and leased, and the
 * owner whose batch waits longest is next. So neither a wiped Redis nor a worker that dies makes a
 * batch wait longer than a lease.
 */
export function startBatchProcessor(deps: BatchDeps): Processor {
  const { timers, logger } = deps;
  const running = new Set<Promise<void>>();
  const turns = new Set<string>();
  const closing = new AbortController();
  const take = async (): Promise<void> => {
    const hasRoom = (): boolean =>
      turns.size < BATCHES_AT_ONCE && running.size < BATCHES_RUNNING_MAX;
    while (!closing.signal.aborted && hasRoom()) {
      const claimed = await claimDueBatch(deps);
      if (claimed === null) return;
      const rests = (): void => {
        if (turns.delete(claimed.id)) void pump.now();
      };
      turns.add(claimed.id);
      const work = turnOf(deps, claimed, { closing: closing.signal, rests })
        .catch((error: unknown) => {
          logger.error({ error, batch: claimed.id }, 'a batch waits for another try');
        })
        .finally(() => {
          running.delete(work);
          turns.delete(claimed.id);
          void pump.now();
        });
      running.add(work);
    }
  };
  const pump = poll({
    everyMs: timers.batchPump,
    look: take,
    failed: (error) => logger.warn({ error }, 'batches wait'),
    keepsAlive: true,
  });
  const cleaning = startCleaning(deps);
  const open = startSampler({
    name: 'batches_open',
    everyMs: timers.sampleOpen,
    ask: () => measureOpenBatches(deps.db),
    logger,
  });
  showBatches(open);
  return {
    async close() {
      closing.abort();
      open.stop();
      const looks = [pump, ...cleaning];
      for (const look of looks) look.stop();
      await Promise.all(looks.map((look) => look.idle()));
      await Promise.all(running);
    },
  };
}

/** Removes files, ours and those at providers, as their time comes. */
function startCleaning(deps: BatchDeps): ReturnType<typeof poll>[] {
  const { timers, logger } = deps;
  const sweep = poll({
    everyMs: timers.expirySweep,
    look: () => removeOver(deps),
    failed: (error) => logger.warn({ error }, 'files of batches stay'),
    keepsAlive: true,
  });
  const clean = poll({
    everyMs: timers.batchLook,
    look: () => cleanJobs(deps),
    failed: (error) => logger.warn({ error }, 'files of batches stay at their providers'),
    keepsAlive: true,
  });
  return [sweep, clean];
}

function turnOf(deps: BatchDeps, batch: ClaimedBatch, worker: TurnGiver): Promise<void> {
  return traced('work on batch', { 'tollgate.batch_id': batch.id }, () =>
    counted({ queue: QUEUE, job: 'turn' }, () => workBatch(deps, batch, worker)),
  );
}

function removeOver({ db, media, timers, logger }: BatchDeps): Promise<void> {
  return removeFiles({
    list: (limit) => listOverFiles(db, { unwrittenMs: timers.videoPart, limit }),
    remove: async (file) => {
      await media.remove(file);
      await deleteFileRow(db, file.id);
    },
    failed: (error, { id }) => logger.error({ error, file: id }, 'a file stays'),
  });
}
