import { Queue } from 'bullmq';
import type { ConnectionOptions } from 'bullmq';
import { QUEUES } from '@tollgate/contract/queues';
import type { QueueName } from '@tollgate/contract/queues';
import type { QueueOut, ScheduledJobOut } from '@tollgate/contract/platform/jobs';
import type { Logger } from '@tollgate/runtime/logger';

/** What Redis has of the queues. */
export interface QueuesNow {
  queues: QueueOut[];
  schedule: ScheduledJobOut[];
}

/** Looks at the queues; puts nothing in. */
export interface JobQueues {
  /** Null while Redis gives no answer. */
  read(): Promise<QueuesNow | null>;
  close(): Promise<void>;
}

/** The most schedules that are read; there are fewer than ten. */
const SCHEDULES_MAX = 100;

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
