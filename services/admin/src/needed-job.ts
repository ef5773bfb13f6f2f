import { GatewayError } from '@tollgate/contract/error-codes';
import type { JobOut } from '@tollgate/contract/platform/jobs';
import { QUEUES } from '@tollgate/contract/queues';
import type { QueueName } from '@tollgate/contract/queues';
import type { AdminDeps } from './deps.ts';
import { queueNameOf } from './job-out.ts';

function noSuchJob(): GatewayError {
  return new GatewayError(
    'not_found',
    'There is no such job. One that has run well is not kept, and of those that failed the newest hundred are.',
  );
}

/** The queue that a path names. @throws GatewayError `not_found` */
export function neededQueue(text: string): QueueName {
  const name = queueNameOf(text);
  if (name === null) {
    throw new GatewayError(
      'not_found',
      `There is no such queue. The queues are ${Object.keys(QUEUES).join(', ')}.`,
    );
  }
  return name;
}

/**
 * The job that a path names, in its present state.
 * @throws GatewayError `not_found`, or `service_unavailable` while Redis gives no answer
 */
export async function neededJob(
  { jobs }: Pick<AdminDeps, 'jobs'>,
  { queue, job_id: id }: { queue: string; job_id: string },
): Promise<JobOut> {
  const job = await jobs.find(neededQueue(queue), id);
  if (job === null) throw noSuchJob();
  return job;
}
