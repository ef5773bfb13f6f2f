import { listPlatformBatches } from '@tollgate/contract/routes/admin/batches';
import type { MountedRoute } from '@tollgate/http/route';
import { listOpenBatches } from '@tollgate/requests/batches/batch-open.queries';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { namedInBatch, openBatchOut } from '../../open-batch-out.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformBatches = ({ reports }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformBatches, async ({ query }) => {
    const batches = await listOpenBatches(reports, query);
    const names = await namesOf(reports, batches.flatMap(namedInBatch));
    return batches.map((batch) => openBatchOut(batch, names));
  });
