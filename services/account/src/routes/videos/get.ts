import { GatewayError } from '@tollgate/contract/error-codes';
import { getUserVideo } from '@tollgate/contract/routes/account/videos';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { findVideoOfUser } from '@tollgate/requests/videos/video-of-user.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { videoOut } from '../../video-out.ts';

/** Shows one video; 404 for every id that is not a video of the caller. */
export const handleGetUserVideo = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getUserVideo, async ({ params }, { caller }) => {
    const id = decodeId('vid', params.video_id);
    const userId = caller.user.id;
    const found = id === null ? null : await findVideoOfUser(reports, { id, userId });
    if (found === null) throw new GatewayError('not_found', 'There is no such video.');
    return videoOut(found);
  });
