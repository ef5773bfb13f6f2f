import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleListPlatformFailedJobs } from './failed.ts';
import { handleGetPlatformJob } from './get.ts';
import { handleRetryPlatformJob } from './retry.ts';
import { handleGetPlatformJobsSummary } from './summary.ts';

/** The routes of `routes/jobs`, in the order in which they are matched. */
export const jobRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleGetPlatformJobsSummary(deps),
  handleListPlatformFailedJobs(deps),
  handleGetPlatformJob(deps),
  handleRetryPlatformJob(deps),
];
