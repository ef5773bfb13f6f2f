import { GatewayError } from '@tollgate/contract/errors';
import { PlatformVideoEnd, PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { defineRoute } from '@tollgate/contract/route';
import type { Knex } from '@tollgate/db/connect';
import { endVideoLife, isVideo } from '@tollgate/requests/videos/open-video-queries';
import type { OpenVideo } from '@tollgate/requests/videos/open-video-queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { namedInVideo, openVideoOut } from '../../open-video-out.ts';
import { VideoIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const endPlatformVideo = defineRoute({
  method: 'post',
  path: '/api/platform/videos/:video_id/end',
  auth: 'platform',
  needs: 'jobs',
  summary: 'End a video that does not end by itself; its owner gets the held credit back',
  params: VideoIdParams,
  body: PlatformVideoEnd,
  bodyOptional: true,
  status: 202,
  errors: ['conflict'],
  response: PlatformVideoOut,
});

export const handleEndPlatformVideo =
  (deps: AdminDeps): AdminHandler<typeof endPlatformVideo> =>
  async ({ params, body }, context) => {
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
  };

/** @throws GatewayError `not_found`, or `conflict` for a video that has ended or is made */
async function endLife(trx: Knex.Transaction, id: string | null): Promise<OpenVideo> {
  const ended = id === null ? null : await endVideoLife(trx, id);
  if (ended !== null) return ended;
  if (id === null || !(await isVideo(trx, id))) {
    throw new GatewayError('not_found', 'There is no such video.');
  }
  throw new GatewayError('conflict', 'The video has ended, or its file has come and is charged.');
}
