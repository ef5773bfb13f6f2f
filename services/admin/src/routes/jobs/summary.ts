import { PURGES_SHOWN_MAX } from '@tollgate/contract/platform/jobs';
import { getPlatformJobsSummary } from '@tollgate/contract/routes/admin/jobs';
import type { MountedRoute } from '@tollgate/http/route';
import { countOperations } from '@tollgate/requests/operations/operation.queries';
import { listPurges } from '@tollgate/retention/purges';
import { countPurges } from '@tollgate/retention/purge.queries';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformJobsSummary = ({ reports, jobs }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformJobsSummary, async () => {
    const [now, operations, purges, latest] = await Promise.all([
      jobs.read(),
      countOperations(reports),
      countPurges(reports),
      listPurges(reports, PURGES_SHOWN_MAX),
    ]);
    const { oldestQueuedMs: operationAge, ...operationCounts } = operations;
    const { oldestQueuedMs: purgeAge, ...purgeCounts } = purges;
    return {
      queues: now?.queues ?? null,
      schedule: now?.schedule ?? null,
      operations: { ...operationCounts, oldest_queued_ms: wholeMs(operationAge) },
      purges: { ...purgeCounts, oldest_queued_ms: wholeMs(purgeAge), latest },
    };
  });

function wholeMs(age: number | null): number | null {
  return age === null ? null : Math.max(0, Math.round(age));
}
