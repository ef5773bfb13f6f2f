import { Type } from 'typebox';
import { FailedJobsQuery, JobOut } from '@tollgate/contract/platform/jobs';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { neededQueue } from '../../needed-job.ts';
import { QueueParams } from '../../params.ts';

export const listPlatformFailedJobs = defineRoute({
  method: 'get',
  path: '/api/platform/jobs/:queue/failed',
  auth: 'platform',
  needs: 'read',
  summary: 'Failed jobs of a queue that are kept, the newest first, and what to do about each',
  params: QueueParams,
  query: FailedJobsQuery,
  status: 200,
  errors: ['service_unavailable'],
  response: Type.Array(JobOut),
});

export const handleListPlatformFailedJobs =
  ({ jobs }: AdminDeps): AdminHandler<typeof listPlatformFailedJobs> =>
  async ({ params, query }) =>
    jobs.failed(neededQueue(params.queue), query);
