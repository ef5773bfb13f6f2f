import { GatewayError } from '@tollgate/contract/error-codes';
import type { JobOut } from '@tollgate/contract/platform/jobs';
import { retryPlatformJob } from '@tollgate/contract/routes/admin/jobs';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { neededJob } from '../../needed-job.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleRetryPlatformJob = (deps: AdminDeps): MountedRoute =>
  platformRoute(retryPlatformJob, async ({ params, body }, context) => {
    const job = await neededJob(deps, params);
    assertRetry(job, body.failed_at);
    await change(deps, context, async (_trx, note) => {
      await note({
        action: 'job.retry',
        target: { kind: 'installation', id: null },
        details: {
          queue: job.queue,
          job: job.id,
          name: job.name,
          attempts: job.attempts,
          failed_at: job.failed_at,
          failure: job.reason,
          reason: body.reason ?? null,
        },
      });
      // Last of all: what the trail could not hold does not happen. The queue decides between two
      // requests at once.
      if (!(await deps.jobs.retry(job.queue, job.id))) throw notFailed('it was put back meanwhile');
    });
    return { ...job, state: 'waiting' as const, failed_at: null, reason: null };
  });

/**
 * @throws GatewayError `conflict` for a job that is not put back, or for another failure than the
 *   one that was meant
 */
function assertRetry(job: JobOut, failedAt: string): void {
  if (job.instead !== null) throw new GatewayError('conflict', job.instead);
  if (job.failed_at === null) throw notFailed(`it is ${job.state}`);
  if (Date.parse(job.failed_at) !== Date.parse(failedAt)) {
    throw new GatewayError(
      'conflict',
      `The job has failed again since, at ${job.failed_at}: look at the reason, and name that failure.`,
      { param: 'failed_at' },
    );
  }
}

function notFailed(how: string): GatewayError {
  return new GatewayError('conflict', `The job is no longer failed: ${how}.`);
}
