import { getFileRoute } from '@tollgate/contract/routes/inference/files';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { fileOut } from '@tollgate/requests/batches/batch-out';
import { keyRoute } from '../../key-route.ts';
import { getFile } from './owner.ts';

/** `GET /v1/files/:file_id`. */
export const handleGetFile = (deps: { db: Knex }): MountedRoute =>
  keyRoute(getFileRoute, async ({ params }, { caller }) =>
    fileOut(await getFile(deps, { caller, publicId: params.file_id })),
  );
