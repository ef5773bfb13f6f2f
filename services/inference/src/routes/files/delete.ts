import { GatewayError } from '@tollgate/contract/error-codes';
import { deleteFileRoute } from '@tollgate/contract/routes/inference/files';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { hideFile } from '@tollgate/requests/batches/file.queries';
import { keyRoute } from '../../key-route.ts';
import { getFile, ownerOf } from './owner.ts';

/** `DELETE /v1/files/:file_id`: out of sight at once; a worker removes the bytes. */
export const handleDeleteFile = (deps: { db: Knex }): MountedRoute =>
  keyRoute(deleteFileRoute, async ({ params }, { caller }) => {
    const { id } = await getFile(deps, { caller, publicId: params.file_id });
    const deletion = await sayWhenAway(hideFile)(deps.db, { ...ownerOf(caller), id });
    if (deletion === 'unknown') throw new GatewayError('not_found', 'There is no such file.');
    if (deletion === 'in_use') {
      throw new GatewayError(
        'conflict',
        'A batch reads this file. Delete it once the batch has ended, or cancel the batch first.',
      );
    }
    return { id: params.file_id, object: 'file' as const, deleted: true as const };
  });
