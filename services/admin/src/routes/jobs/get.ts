import { getPlatformJob } from '@tollgate/contract/routes/admin/jobs';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { neededJob } from '../../needed-job.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformJob = (deps: AdminDeps): MountedRoute =>
  platformRoute(getPlatformJob, ({ params }) => neededJob(deps, params));
