import { GatewayError } from '@tollgate/contract/error-codes';
import { deleteVideoRoute } from '@tollgate/contract/routes/inference/videos';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { hideVideo } from '@tollgate/requests/videos/video.queries';
import { keyRoute } from '../../key-route.ts';
import { getVideo, ownerOf } from './owner.ts';

/**
 * `DELETE /v1/videos/:video_id`: out of sight at once; a worker removes the file. One that is being
 * made is paid for and goes on.
 */
export const handleDeleteVideo = (deps: { db: Knex }): MountedRoute =>
  keyRoute(deleteVideoRoute, async ({ params }, { caller }) => {
    const { id } = await getVideo(deps, { caller, publicId: params.video_id });
    if (!(await sayWhenAway(hideVideo)(deps.db, { ...ownerOf(caller), id }))) {
      throw new GatewayError('conflict', 'The video is being made. Delete it once it has ended.');
    }
    return { id: params.video_id, object: 'video.deleted' as const, deleted: true as const };
  });
