import { listPlatformFailedJobs } from '@tollgate/contract/routes/admin/jobs';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { neededQueue } from '../../needed-job.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformFailedJobs = ({ jobs }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformFailedJobs, async ({ params, query }) =>
    jobs.failed(neededQueue(params.queue), query),
  );
