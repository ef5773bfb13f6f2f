import { getBatchRoute } from '@tollgate/contract/routes/inference/batches';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { batchOut } from '@tollgate/requests/batches/batch-out';
import { keyRoute } from '../../key-route.ts';
import { getBatch } from './owner.ts';

/** `GET /v1/batches/:batch_id`. */
export const handleGetBatch = (deps: { db: Knex }): MountedRoute =>
  keyRoute(getBatchRoute, async ({ params }, { caller }) =>
    batchOut(await getBatch(deps, { caller, publicId: params.batch_id })),
  );
