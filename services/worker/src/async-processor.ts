import { Queue } from 'bullmq';
import type { ConnectionOptions } from 'bullmq';
import { reportsTrouble } from '@tollgate/inference/limits/redis-trouble';
import { ASYNC_QUEUE } from '@tollgate/inference/async/job-queue';
import type { AsyncJob, AsyncJobs } from '@tollgate/inference/async/job-queue';
import { claimTurn, runOperation } from '@tollgate/inference/jobs/run-operation';
import type { RunDeps, TurnDeps } from '@tollgate/inference/jobs/run-operation';
import { keepSlots } from '@tollgate/inference/jobs/keep-slots';
import { createTurns } from '@tollgate/inference/jobs/turns';
import { showOperations } from '@tollgate/inference/jobs/metrics';
import { countOpenOperations } from '@tollgate/requests/operations/operation-open.queries';
import { takeStaleOperations } from '@tollgate/requests/operations/operation.queries';
import type { LimitStore } from '@tollgate/inference/limits/store';
import { poll } from '@tollgate/runtime/timers';
import { startSampler } from '@tollgate/telemetry/sampler';
import type { SpanFacts } from '@tollgate/telemetry/tracing';
import { nameOfJob, subjectOf } from './job-id.ts';
import { counted, showQueue } from './metrics.ts';
import { PatientWorker } from './patient-worker.ts';
import type { Processor } from './queue.ts';
import { traced } from './traced.ts';

/**
 * How many operations one worker runs at once; nearly all of their time they wait for a provider.
 */
const CONCURRENCY = 32;
/** The most operations that one look of the pump sends jobs for. */
const PUMP_BATCH_MAX = 500;
const LOCK_MS_MIN = 5_000;

export interface AsyncProcessorDeps extends Omit<RunDeps, 'limits'> {
  asyncJobs: AsyncJobs;
  limits: LimitStore;
}

/**
 * Runs accepted operations as jobs come, and pumps: an accepted operation with neither a worker nor
 * a fresh job gets a job. The pump does not depend on the schedule in Redis, so that a wiped Redis
 * costs seconds. A job only wakes the worker up; the rows say whose turn it is.
 */
export function startAsyncProcessor(
  given: AsyncProcessorDeps,
  connection: ConnectionOptions,
): Processor {
  const deps = { ...given, turns: createTurns(CONCURRENCY) };
  const { logger, timers } = deps;
  let isClosing = false;
  const lockDuration = Math.max(LOCK_MS_MIN, timers.lease);
  const worker = new PatientWorker<AsyncJob>(
    ASYNC_QUEUE,
    async (job) => {
      // A job that no process of ours has sent wakes nobody up.
      subjectOf(job.data);
      await runTurns(deps, () => isClosing);
    },
    { connection, concurrency: CONCURRENCY, lockDuration, stalledInterval: lockDuration / 2 },
  );
  worker.on('failed', (job, error) =>
    logger.error({ job: nameOfJob(job), error }, 'an operation waits for another try'),
  );
  const report = reportsTrouble(logger);
  worker.on('error', (error) => report(error, 'the queue of operations is away'));
  const looks = [
    poll({
      everyMs: timers.asyncPump,
      look: () => pump(deps),
      failed: (error) => logger.warn({ error }, 'the pump waits'),
      keepsAlive: true,
    }),
    poll({
      everyMs: timers.asyncPump,
      look: () => keepSlots(deps),
      failed: (error) => logger.warn({ error }, 'slots of operations run out'),
      keepsAlive: true,
    }),
  ];
  const hide = showWork(deps, connection);
  return {
    async close() {
      isClosing = true;
      for (const look of looks) look.stop();
      await worker.close();
      await hide();
      await deps.asyncJobs.close();
    },
  };
}

/** One operation after the other, for as long as one has its turn. */
async function runTurns(deps: TurnDeps, isClosing: () => boolean): Promise<void> {
  while (!isClosing()) {
    const turn = await claimTurn(deps);
    if (turn === null) return;
    const { row } = turn;
    try {
      await counted({ queue: ASYNC_QUEUE, job: 'operation' }, () =>
        traced('run operation', factsOf(row.id), () => runOperation(deps, row)),
      );
    } finally {
      turn.end();
    }
  }
}

/** The trace of an accepted operation begins here: it may run long after its request. */
const factsOf = (id: string): SpanFacts => ({
  'messaging.system': 'bullmq',
  'messaging.destination.name': ASYNC_QUEUE,
  'tollgate.operation_id': id,
});

/** Shows what waits: by the rows, which are the truth, and by the jobs. Gives what ends it. */
function showWork(
  { db, timers, logger }: Pick<AsyncProcessorDeps, 'db' | 'timers' | 'logger'>,
  connection: ConnectionOptions,
): () => Promise<void> {
  const queue = new Queue<AsyncJob>(ASYNC_QUEUE, { connection });
  const report = reportsTrouble(logger);
  queue.on('error', (error) => report(error, 'the queue of operations is away'));
  const hideQueue = showQueue(queue, { timers, logger });
  const open = startSampler({
    name: 'operations_open',
    everyMs: timers.sampleOpen,
    ask: () => countOpenOperations(db),
    logger,
  });
  showOperations(open);
  return async () => {
    open.stop();
    hideQueue();
    await queue.close();
  };
}

async function pump({
  db,
  timers,
  asyncJobs,
  logger,
}: Pick<AsyncProcessorDeps, 'db' | 'timers' | 'asyncJobs' | 'logger'>): Promise<void> {
  const given = { staleMs: timers.asyncStale, limit: PUMP_BATCH_MAX };
  const stale = await takeStaleOperations(db, given);
  for (const operation of stale) asyncJobs.send(operation);
  if (stale.length > 0) logger.info({ sent: stale.length }, 'jobs were sent again');
}
