import { getVideoContentRoute } from '@tollgate/contract/routes/inference/videos';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { keyRoute } from '../../key-route.ts';
import { sendFile } from '../../send-file.ts';
import type { SendFileDeps } from '../../send-file.ts';
import { getVideo } from './owner.ts';

/** `GET /v1/videos/:video_id/content`: the file of a video. */
export const handleGetVideoContent = (deps: SendFileDeps & { db: Knex }): MountedRoute =>
  keyRoute(
    getVideoContentRoute,
    async ({ params: { video_id: publicId } }, { caller, request, requestId, response }) => {
      const row = await getVideo(deps, { caller, publicId });
      await sendFile(deps, row, { request, requestId, response, publicId });
      return undefined as never;
    },
  );
