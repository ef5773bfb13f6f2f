import { Queue } from 'bullmq';
import type { ConnectionOptions } from 'bullmq';
import { QUEUES } from '@tollgate/contract/queues';
import type { OperationFence } from '@tollgate/requests/operations/operation.queries';
import type { Logger } from '@tollgate/runtime/logger';
import { reportsTrouble } from '../limits/redis-trouble.ts';

/** The queue of accepted operations. Jobs carry ids and nothing else. */
export const ASYNC_QUEUE = QUEUES.async;

/** What a job says. */
export interface AsyncJob {
  id: string;
}

/**
 * Sends jobs for operations. A job is a hint: the operation's row decides, and the pump sends again
 * what got lost.
 */
export interface AsyncJobs {
  /** Never fails and never waits. */
  send(operation: OperationFence): void;
  close(): Promise<void>;
}

/** A sender over one connection to Redis. */
export function createAsyncJobs(deps: {
  connection: ConnectionOptions;
  logger: Logger;
}): AsyncJobs {
  const { connection, logger } = deps;
  const queue = new Queue<AsyncJob>(ASYNC_QUEUE, { connection });
  const report = reportsTrouble(logger);
  queue.on('error', (error) => report(error, 'the queue of operations is away'));
  return {
    send({ id, claims }) {
      // One job for one state of the row: sending it twice makes one job.
      const options = {
        jobId: `op_${id}_${claims}`,
        removeOnComplete: true,
        removeOnFail: true,
      };
      queue.add('run', { id }, options).catch((error: unknown) => {
        report(error, 'a job could not be sent; the pump will', { op: id });
      });
    },
    close: () => queue.close(),
  };
}
