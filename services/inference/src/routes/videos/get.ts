import { getVideoRoute } from '@tollgate/contract/routes/inference/videos';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { videoOut } from '@tollgate/inference/video/video-out';
import { keyRoute } from '../../key-route.ts';
import { getVideo } from './owner.ts';

/** `GET /v1/videos/:video_id`: from our row; no provider is asked. */
export const handleGetVideo = (deps: { db: Knex }): MountedRoute =>
  keyRoute(getVideoRoute, async ({ params }, { caller }) =>
    videoOut(await getVideo(deps, { caller, publicId: params.video_id })),
  );
