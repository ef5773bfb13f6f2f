import type { MountedRoute } from '@tollgate/http/serve';
import type { AdminDeps } from './deps.ts';
import { onPlatform } from './field-errors.ts';
import { handleListPlatformFailedJobs, listPlatformFailedJobs } from './routes/jobs/failed.ts';
import { getPlatformJob, handleGetPlatformJob } from './routes/jobs/get.ts';
import { handleRetryPlatformJob, retryPlatformJob } from './routes/jobs/retry.ts';
import { getPlatformJobsSummary, handleGetPlatformJobsSummary } from './routes/jobs/summary.ts';

/** The routes of the workers' queues; the list of failed jobs before what a path may take for the id of a job. */
export const jobRoutes = (deps: AdminDeps): MountedRoute[] => [
  onPlatform(getPlatformJobsSummary, handleGetPlatformJobsSummary(deps)),
  onPlatform(listPlatformFailedJobs, handleListPlatformFailedJobs(deps)),
  onPlatform(getPlatformJob, handleGetPlatformJob(deps)),
  onPlatform(retryPlatformJob, handleRetryPlatformJob(deps)),
];
