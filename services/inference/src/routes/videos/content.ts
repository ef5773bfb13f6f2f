import type { getVideoContentRoute } from '@tollgate/contract/video';
import type { Knex } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import { sendFile } from '../../send-file.ts';
import type { SendFileDeps } from '../../send-file.ts';
import { getVideo } from './owner.ts';

/** `GET /v1/videos/:video_id/content`: the file of a video. */
export const handleGetVideoContent =
  (deps: SendFileDeps & { db: Knex }): Handler<typeof getVideoContentRoute, Caller> =>
  async ({ params: { video_id: publicId } }, { caller, request, requestId, response }) => {
    const row = await getVideo(deps, { caller, publicId });
    await sendFile(deps, row, { request, requestId, response, publicId });
    return undefined as never;
  };
