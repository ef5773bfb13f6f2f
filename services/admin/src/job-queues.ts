import { Queue } from 'bullmq';
import type { ConnectionOptions } from 'bullmq';
import { GatewayError } from '@tollgate/contract/error-codes';
import { QUEUES } from '@tollgate/contract/queues';
import type { QueueName } from '@tollgate/contract/queues';
import type { JobOut, QueueOut, ScheduledJobOut } from '@tollgate/contract/platform/jobs';
import type { Logger } from '@tollgate/runtime/logger';
import { jobOut } from './job-out.ts';

/** What Redis has of the queues. */
export interface QueuesNow {
  queues: QueueOut[];
  schedule: ScheduledJobOut[];
}

/** Looks at the queues, and puts failed jobs back; puts nothing else in. */
export interface JobQueues {
  /** Null while Redis gives no answer. */
  read(): Promise<QueuesNow | null>;
  /**
   * Failed jobs of a queue that are kept, the newest first.
   * @throws GatewayError `service_unavailable` while Redis gives no answer
   */
  failed(name: QueueName, page: { limit: number; offset: number }): Promise<JobOut[]>;
  /**
   * A job in its present state; null when Redis has none of this id.
   * @throws GatewayError `service_unavailable` while Redis gives no answer
   */
  find(name: QueueName, id: string): Promise<JobOut | null>;
  /**
   * Lets a failed job wait for a worker again; false when it is not failed, or gone.
   * @throws GatewayError `service_unavailable` while Redis gives no answer
   */
  retry(name: QueueName, id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The most schedules that are read; there are fewer than twenty. */
const SCHEDULES_MAX = 100;
/** The longest id of a job of ours is half as long, in characters. */
const JOB_ID_CHARACTERS_MAX = 200;
/** What the queue answers instead of putting a job back: it is gone, or in another state. */
const NOT_FAILED: readonly unknown[] = [-1, -3];

/** The queues of the workers over a connection that fails fast. */
export function openJobQueues(deps: { connection: ConnectionOptions; logger: Logger }): JobQueues {
  const { connection, logger } = deps;
  const names = Object.keys(QUEUES) as QueueName[];
  const options = {
    connection,
    skipWaitingForReady: true,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  };
  const queues = names.map((name) => ({ name, queue: new Queue(QUEUES[name], options) }));
  const queueOf = (wanted: QueueName): Queue => {
    const found = queues.find(({ name }) => name === wanted);
    if (found === undefined) throw new TypeError(`no queue ${wanted}`);
    return found.queue;
  };
  for (const { queue } of queues) {
    queue.on('error', (error) => logger.warn({ error }, 'the queues are away'));
  }
  return {
    async read() {
      try {
        const [seen, schedules] = await Promise.all([
          Promise.all(queues.map(({ name, queue }) => readQueue(name, queue))),
          Promise.all(queues.map(({ queue }) => readSchedule(queue))),
        ]);
        return { queues: seen, schedule: schedules.flat() };
      } catch (error) {
        logger.warn({ error }, 'jobs are shown without their queues');
        return null;
      }
    },
    failed: (name, page) =>
      answered(logger, () => listFailed({ name, queue: queueOf(name) }, page)),
    find: (name, id) => answered(logger, () => findJob({ name, queue: queueOf(name) }, id)),
    retry: (name, id) => answered(logger, () => putBack(queueOf(name), id)),
    async close() {
      await Promise.all(queues.map(({ queue }) => queue.close()));
    },
  };
}

async function readQueue(name: QueueName, queue: Queue): Promise<QueueOut> {
  const [counts, [oldest], workers] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    queue.getJobs(['waiting'], 0, 0, true),
    queue.getWorkersCount(),
  ]);
  return {
    name,
    waiting: counts['waiting'] ?? 0,
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    failed: counts['failed'] ?? 0,
    oldest_waiting_ms: oldest === undefined ? null : Math.max(0, Date.now() - oldest.timestamp),
    workers,
  };
}

async function readSchedule(queue: Queue): Promise<ScheduledJobOut[]> {
  const found = await queue.getJobSchedulers(0, SCHEDULES_MAX - 1, true);
  return found.map(({ name, every, next }) => ({
    name,
    every_ms: every ?? 0,
    next_at: next === undefined ? null : new Date(next).toISOString(),
  }));
}

/** One queue under its name. */
interface NamedQueue {
  name: QueueName;
  queue: Queue;
}

/** What Redis says. @throws GatewayError `service_unavailable` */
async function answered<Result>(logger: Logger, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    logger.warn({ error }, 'the queues are away');
    throw new GatewayError(
      'service_unavailable',
      'Redis does not answer, so jobs cannot be shown. Nothing that was accepted is lost: its rows are in PostgreSQL.',
      { cause: error, retryAfterSeconds: 1 },
    );
  }
}

async function listFailed(
  { name, queue }: NamedQueue,
  { limit, offset }: { limit: number; offset: number },
): Promise<JobOut[]> {
  const [found, scheduled] = await Promise.all([
    queue.getJobs(['failed'], offset, offset + limit - 1, false),
    namesOfSchedule(queue),
  ]);
  // A job may go between the look at the list and the look at the job.
  const there = found.filter((job) => job !== undefined);
  return there.map((job) => jobOut(job, { queue: name, state: 'failed', scheduled }));
}

async function findJob({ name, queue }: NamedQueue, id: string): Promise<JobOut | null> {
  if (id.length > JOB_ID_CHARACTERS_MAX) return null;
  // The state first: what Redis has under the name of a job may be something else of the queue.
  const state = await queue.getJobState(id);
  if (state === 'unknown') return null;
  const [job, scheduled] = await Promise.all([queue.getJob(id), namesOfSchedule(queue)]);
  return job === undefined ? null : jobOut(job, { queue: name, state, scheduled });
}

async function namesOfSchedule(queue: Queue): Promise<ReadonlySet<string>> {
  return new Set((await readSchedule(queue)).map(({ name }) => name));
}

async function putBack(queue: Queue, id: string): Promise<boolean> {
  const job = await queue.getJob(id);
  if (job === undefined) return false;
  try {
    // Its tries are counted on, so that the list shows how often it has failed.
    await job.retry('failed');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_FAILED.includes(error.code)) return false;
    throw error;
  }
}
