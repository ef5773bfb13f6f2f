import { Queue, UnrecoverableError } from 'bullmq';
import type { ConnectionOptions, Job } from 'bullmq';
import type { JobDeps } from './job.ts';
import { QUEUES } from '@tollgate/contract/queues';
import { reportsTrouble } from '@tollgate/inference/limits/redis-trouble';
import { poll } from '@tollgate/runtime/timers';
import { repeatedJobs } from './jobs.ts';
import { nameOfJob } from './job-id.ts';
import { PatientWorker } from './patient-worker.ts';
import { counted, expectJob, showQueue } from './metrics.ts';

const CONCURRENCY = 2;
const KEPT_FAILURES = 100;
const STALLED_CHECK_MS = 30_000;
/**
 * How often a job is tried before it counts as failed: what passes by itself, such as a pool that
 * is full for a moment, is no failed job.
 */
const TRIES = 3;
/** The wait before the second try; twice as long before the third. */
const RETRY_MS = 2_000;

/** A running processor. */
export interface Processor {
  /** Finishes what runs and lets go of Redis. */
  close(): Promise<void>;
}

/**
 * Schedules every repeated job and processes them. Several workers share one schedule: each tick
 * runs on one of them. The schedule is written again whenever Redis comes back, so that a wiped
 * Redis loses nothing.
 */
export function startProcessor(deps: JobDeps, connection: ConnectionOptions): Processor {
  const { logger } = deps;
  for (const { name: job } of repeatedJobs) expectJob({ queue: QUEUES.maintenance, job });
  const queue = new Queue(QUEUES.maintenance, { connection });
  const worker = new PatientWorker(
    QUEUES.maintenance,
    async (job) => {
      const repeated = repeatedJobs.find(({ name }) => name === job.name);
      if (repeated === undefined) throw new UnrecoverableError('no job of ours has this name');
      const labels = { queue: QUEUES.maintenance, job: repeated.name };
      const result = await counted(labels, () => repeated.run(deps), isLastTry(job));
      // The queue gets no result: it keeps results as JSON, which knows no bigint.
      logger.debug({ job: job.name, result }, 'job done');
    },
    { connection, concurrency: CONCURRENCY, stalledInterval: STALLED_CHECK_MS },
  );
  worker.on('failed', (job, error) => {
    const seen = { job: nameOfJob(job), error };
    if (job !== undefined && job.attemptsMade < (job.opts.attempts ?? 1))
      logger.warn(seen, 'job is tried again');
    else logger.error(seen, 'job failed');
  });
  const report = reportsTrouble(logger);
  worker.on('error', (error) => report(error, 'the queue is away'));
  queue.on('error', (error) => report(error, 'the queue is away'));
  const looks = poll({
    everyMs: deps.timers.expirySweep,
    look: () => writeSchedule(queue, deps),
    failed: (error) => report(error, 'the schedule waits for Redis'),
    keepsAlive: true,
  });
  // Waits for Redis as long as Redis is away.
  void looks.now();
  const hideQueue = showQueue(queue, deps);
  return {
    async close() {
      looks.stop();
      hideQueue();
      await worker.close();
      await queue.close();
    },
  };
}

function isLastTry({ attemptsMade, opts }: Job): boolean {
  return attemptsMade + 1 >= (opts.attempts ?? 1);
}

async function writeSchedule(queue: Queue, deps: JobDeps): Promise<void> {
  for (const job of repeatedJobs) {
    await queue.upsertJobScheduler(
      job.name,
      { every: job.everyMs(deps.timers) },
      {
        name: job.name,
        opts: {
          attempts: job.tries ?? TRIES,
          backoff: { type: 'exponential', delay: RETRY_MS },
          removeOnComplete: true,
          removeOnFail: KEPT_FAILURES,
        },
      },
    );
  }
}
