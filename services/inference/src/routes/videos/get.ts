import type { getVideoRoute } from '@tollgate/contract/video';
import type { Knex } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import { videoOut } from '@tollgate/inference/video/video-out';
import { getVideo } from './owner.ts';

/** `GET /v1/videos/:video_id`: from our row; no provider is asked. */
export const handleGetVideo =
  (deps: { db: Knex }): Handler<typeof getVideoRoute, Caller> =>
  async ({ params }, { caller }) =>
    videoOut(await getVideo(deps, { caller, publicId: params.video_id }));
