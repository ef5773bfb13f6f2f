import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { QUEUES } from '@tollgate/contract/queues';
import type { QueueName } from '@tollgate/contract/queues';
import { eventually } from '../../../support/eventually.ts';

const HOUR_MS = 3_600_000;

/** The queues of workers, and whoever works on them. */
export interface TestQueues {
  queue(name: QueueName): Queue;
  /** Puts a repeated job in, as workers do; its first run waits at once. */
  schedule(name: string): Promise<void>;
  /** Lets jobs of a queue fail with this message, until there are so many. */
  fail(name: QueueName, message: string, count: number): Promise<void>;
  /** Works on a queue until nothing waits. */
  work(name: QueueName): Promise<void>;
  drop(): Promise<void>;
}

/** Opens them. */
export const theQueues = (redisUrl: string): TestQueues => {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const opened = new Map<QueueName, Queue>();
  const queue = (name: QueueName): Queue => {
    const known = opened.get(name) ?? new Queue(QUEUES[name], { connection });
    opened.set(name, known);
    return known;
  };
  const during = async (
    name: QueueName,
    run: () => Promise<void>,
    until: () => Promise<boolean>,
  ): Promise<void> => {
    const worker = new Worker(QUEUES[name], run, { connection });
    await eventually(until);
    await worker.close();
  };
  return {
    queue,
    async schedule(name) {
      const opts = { removeOnComplete: true, removeOnFail: 100 };
      await queue('maintenance').upsertJobScheduler(name, { every: HOUR_MS }, { name, opts });
    },
    fail: (name, message, count) =>
      during(
        name,
        () => Promise.reject(new Error(message)),
        async () => (await queue(name).getFailedCount()) === count,
      ),
    work: (name) =>
      during(
        name,
        () => Promise.resolve(),
        async () =>
          (await queue(name).getWaitingCount()) + (await queue(name).getActiveCount()) === 0,
      ),
    async drop() {
      for (const one of opened.values()) await one.close();
      connection.disconnect();
    },
  };
};
