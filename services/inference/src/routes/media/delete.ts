import { GatewayError } from '@tollgate/contract/error-codes';
import { deleteMediaRoute } from '@tollgate/contract/routes/inference/media';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { dropFile } from '@tollgate/requests/videos/video.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { keyRoute } from '../../key-route.ts';
import { ownerOf } from '../videos/owner.ts';

/**
 * `DELETE /v1/media/:media_id`: nobody gets the file from now on, and a worker removes it; its
 * video stays listed as expired.
 */
export const handleDeleteMedia = (deps: { db: Knex }): MountedRoute =>
  keyRoute(deleteMediaRoute, async ({ params: { media_id: publicId } }, { caller }) => {
    const id = decodeId('med', publicId);
    const isDropped =
      id !== null && (await sayWhenAway(dropFile)(deps.db, { ...ownerOf(caller), id }));
    if (!isDropped) throw new GatewayError('not_found', 'There is no such file.');
    return { id: publicId, object: 'media.deleted' as const, deleted: true as const };
  });
