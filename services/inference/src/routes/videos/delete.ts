import { GatewayError } from '@tollgate/contract/errors';
import type { deleteVideoRoute } from '@tollgate/contract/video';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import { hideVideo } from '@tollgate/requests/videos/video-queries';
import { getVideo, ownerOf } from './owner.ts';

/** `DELETE /v1/videos/:video_id`: out of sight at once; a worker removes the file. One that is being made is paid for and goes on. */
export const handleDeleteVideo =
  (deps: { db: Knex }): Handler<typeof deleteVideoRoute, Caller> =>
  async ({ params }, { caller }) => {
    const { id } = await getVideo(deps, { caller, publicId: params.video_id });
    if (!(await sayWhenAway(hideVideo)(deps.db, { ...ownerOf(caller), id }))) {
      throw new GatewayError('conflict', 'The video is being made. Delete it once it has ended.');
    }
    return { id: params.video_id, object: 'video.deleted', deleted: true };
  };
