import { GatewayError } from '@tollgate/contract/errors';
import { VideoIdParams, VideoOut } from '@tollgate/contract/user-videos';
import { defineRoute } from '@tollgate/contract/route';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { findVideoOfUser } from '@tollgate/requests/videos/video-of-user-queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { videoOut } from '../../video-out.ts';

/** `GET /api/videos/:video_id`. */
export const getUserVideo = defineRoute({
  method: 'get',
  path: '/api/videos/:video_id',
  auth: 'user',
  summary: 'One video of the account: how it stands, what it holds or cost, and its file',
  params: VideoIdParams,
  status: 200,
  response: VideoOut,
});

/** Shows one video; 404 for every id that is not a video of the caller. */
export const handleGetUserVideo =
  ({ reports }: AccountDeps): Handler<typeof getUserVideo, UserCaller> =>
  async ({ params }, { caller }) => {
    const id = decodeId('vid', params.video_id);
    const userId = caller.user.id;
    const found = id === null ? null : await findVideoOfUser(reports, { id, userId });
    if (found === null) throw new GatewayError('not_found', 'There is no such video.');
    return videoOut(found);
  };
