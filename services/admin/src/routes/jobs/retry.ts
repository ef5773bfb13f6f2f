import { GatewayError } from '@tollgate/contract/errors';
import { JobOut, JobRetry } from '@tollgate/contract/platform/jobs';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { neededJob } from '../../needed-job.ts';
import { JobParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const retryPlatformJob = defineRoute({
  method: 'post',
  path: '/api/platform/jobs/:queue/:job_id/retry',
  auth: 'platform',
  needs: 'jobs',
  summary: 'Run a failed repeated job again; once for each of its failures',
  params: JobParams,
  body: JobRetry,
  status: 202,
  errors: ['conflict', 'service_unavailable'],
  response: JobOut,
});

export const handleRetryPlatformJob =
  (deps: AdminDeps): AdminHandler<typeof retryPlatformJob> =>
  async ({ params, body }, context) => {
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
      // Last of all: what the trail could not hold does not happen. The queue decides between two requests at once.
      if (!(await deps.jobs.retry(job.queue, job.id))) throw notFailed('it was put back meanwhile');
    });
    return { ...job, state: 'waiting', failed_at: null, reason: null };
  };

/** @throws GatewayError `conflict` for a job that is not put back, or for another failure than the one that was meant */
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
