import { JobsSummaryOut, PURGES_SHOWN_MAX } from '@tollgate/contract/platform/jobs';
import { defineRoute } from '@tollgate/contract/route';
import { countOperations } from '@tollgate/requests/operations/operation-queries';
import { listPurges } from '@tollgate/retention/purges';
import { countPurges } from '@tollgate/retention/queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const getPlatformJobsSummary = defineRoute({
  method: 'get',
  path: '/api/platform/jobs/summary',
  auth: 'platform',
  needs: 'read',
  summary: 'Queues, asynchronous operations and purges, with their progress',
  status: 200,
  response: JobsSummaryOut,
});

export const handleGetPlatformJobsSummary =
  ({ reports, jobs }: AdminDeps): AdminHandler<typeof getPlatformJobsSummary> =>
  async () => {
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
  };

function wholeMs(age: number | null): number | null {
  return age === null ? null : Math.max(0, Math.round(age));
}
