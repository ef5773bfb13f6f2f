import { Type } from 'typebox';
import { FailedJobsQuery, JobOut, JobRetry, JobsSummaryOut } from '../../platform/jobs.ts';
import { defineRoute } from '../../route.ts';
import { JobParams, QueueParams } from './params.ts';

/** `GET /api/platform/jobs/summary`. */
export const getPlatformJobsSummary = defineRoute({
  method: 'get',
  path: '/api/platform/jobs/summary',
  auth: 'platform',
  needs: 'read',
  summary: 'Queues, asynchronous operations and purges, with their progress',
  status: 200,
  response: JobsSummaryOut,
});

/** `GET /api/platform/jobs/:queue/failed`. */
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

/** `GET /api/platform/jobs/:queue/:job_id`. */
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

/** `POST /api/platform/jobs/:queue/:job_id/retry`. */
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
