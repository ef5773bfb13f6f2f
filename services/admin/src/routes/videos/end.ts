import { GatewayError } from '@tollgate/contract/error-codes';
import { endPlatformVideo } from '@tollgate/contract/routes/admin/videos';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { endVideoLife, isVideo } from '@tollgate/requests/videos/video-open.queries';
import type { OpenVideo } from '@tollgate/requests/videos/video-open.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { namedInVideo, openVideoOut } from '../../open-video-out.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleEndPlatformVideo = (deps: AdminDeps): MountedRoute =>
  platformRoute(endPlatformVideo, async ({ params, body }, context) => {
    const id = decodeId('vid', params.video_id);
    const video = await change(deps, context, async (trx, note) => {
      const ended = await endLife(trx, id);
      await note({
        action: 'video.end',
        target: { kind: 'video', id: ended.id },
        userId: ended.userId,
        details: { state: ended.state, job: ended.job, reason: body?.reason ?? null },
      });
      return ended;
    });
    return openVideoOut(video, await namesOf(deps.db, namedInVideo(video)));
  });

/** @throws GatewayError `not_found`, or `conflict` for a video that has ended or is made */
async function endLife(trx: Knex.Transaction, id: string | null): Promise<OpenVideo> {
  const ended = id === null ? null : await endVideoLife(trx, id);
  if (ended !== null) return ended;
  if (id === null || !(await isVideo(trx, id))) {
    throw new GatewayError('not_found', 'There is no such video.');
  }
  throw new GatewayError('conflict', 'The video has ended, or its file has come and is charged.');
}
