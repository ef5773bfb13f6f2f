import { GatewayError } from '@tollgate/contract/errors';
import type { deleteMediaRoute } from '@tollgate/contract/video';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import { dropFile } from '@tollgate/requests/videos/video-queries';
import { decodeId } from '@tollgate/runtime/ids';
import { ownerOf } from '../videos/owner.ts';

/** `DELETE /v1/media/:media_id`: nobody gets the file from now on, and a worker removes it; its video stays listed as expired. */
export const handleDeleteMedia =
  (deps: { db: Knex }): Handler<typeof deleteMediaRoute, Caller> =>
  async ({ params: { media_id: publicId } }, { caller }) => {
    const id = decodeId('med', publicId);
    const isDropped =
      id !== null && (await sayWhenAway(dropFile)(deps.db, { ...ownerOf(caller), id }));
    if (!isDropped) throw new GatewayError('not_found', 'There is no such file.');
    return { id: publicId, object: 'media.deleted', deleted: true };
  };
