import { Queue } from 'bullmq';
import type { ConnectionOptions } from 'bullmq';
import { reportsTrouble } from '@tollgate/inference/limits/redis-trouble';
import { QUEUES } from '@tollgate/contract/queues';
import type { Knex } from '@tollgate/db/connect';
import { takeOpenPurges } from '@tollgate/retention/purge.queries';
import type { PurgeFence } from '@tollgate/retention/purge.queries';
import { runPurge } from '@tollgate/retention/run-purge';
import type { PurgeDeps } from '@tollgate/retention/run-purge';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { nameOfJob, subjectOf } from './job-id.ts';
import { counted, showQueue } from './metrics.ts';
import { PatientWorker } from './patient-worker.ts';
import type { Processor } from './queue.ts';

/** The most purges that one look of the pump sends jobs for. */
const PUMP_BATCH_MAX = 20;
const LOCK_MS_MIN = 5_000;

export interface PurgeProcessorDeps extends Pick<PurgeDeps, 'files'> {
  /** Connections whose statements may take longer than those of requests. */
  db: Knex;
  timers: Timers;
  logger: Logger;
}

/**
 * Runs purges, one at a time on each worker. The rows decide and jobs are hints: the pump sends a
 * job for every purge that is open and that nobody works on, so that neither a dead worker nor a
 * wiped Redis leaves one behind.
 */
export function startPurgeProcessor(
  deps: PurgeProcessorDeps,
  connection: ConnectionOptions,
): Processor {
  const { logger, timers } = deps;
  let stopping = false;
  const queue = new Queue<{ id: string }>(QUEUES.retention, { connection });
  const lockDuration = Math.max(LOCK_MS_MIN, timers.lease);
  const worker = new PatientWorker<{ id: string }>(
    QUEUES.retention,
    (job) =>
      counted({ queue: QUEUES.retention, job: 'purge' }, () =>
        runPurge({ ...deps, isStopping: () => stopping }, subjectOf(job.data)),
      ),
    { connection, concurrency: 1, lockDuration, stalledInterval: lockDuration / 2 },
  );
  worker.on('failed', (job, error) =>
    logger.error({ job: nameOfJob(job), error }, 'a purge waits for another try'),
  );
  const report = reportsTrouble(logger);
  worker.on('error', (error) => report(error, 'the queue of purges is away'));
  queue.on('error', (error) => report(error, 'the queue of purges is away'));
  const looks = poll({
    everyMs: timers.asyncPump,
    look: () => pump(deps, queue),
    failed: (error) => report(error, 'purges wait'),
    keepsAlive: true,
  });
  const hideQueue = showQueue(queue, deps);
  return {
    async close() {
      stopping = true;
      looks.stop();
      hideQueue();
      await worker.close();
      await queue.close();
    },
  };
}

async function pump(
  { db, timers }: PurgeProcessorDeps,
  queue: Queue<{ id: string }>,
): Promise<void> {
  const open = await takeOpenPurges(db, { staleMs: timers.asyncStale, limit: PUMP_BATCH_MAX });
  for (const purge of open) await queue.add('purge', { id: purge.id }, optionsOf(purge));
}

/** One job for one state of the row: sending it twice makes one job. */
function optionsOf({ id, claims }: PurgeFence): object {
  return { jobId: `prg_${id}_${claims}`, removeOnComplete: true, removeOnFail: true };
}
