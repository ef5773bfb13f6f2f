import { JobOut } from '@tollgate/contract/platform/jobs';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { neededJob } from '../../needed-job.ts';
import { JobParams } from '../../params.ts';

export const getPlatformJob = defineRoute({
  method: 'get',
  path: '/api/platform/jobs/:queue/:job_id',
  auth: 'platform',
  needs: 'read',
  summary: 'A job as it stands; one that has run well is not kept',
  params: JobParams,
  status: 200,
  errors: ['service_unavailable'],
  response: JobOut,
});

export const handleGetPlatformJob =
  (deps: AdminDeps): AdminHandler<typeof getPlatformJob> =>
  ({ params }) =>
    neededJob(deps, params);
