import { Type } from 'typebox';
import { PlatformVideoOut, PlatformVideoQuery } from '@tollgate/contract/platform/videos';
import { defineRoute } from '@tollgate/contract/route';
import { listOpenVideos } from '@tollgate/requests/videos/open-video-queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listPlatformVideos = defineRoute({
  method: 'get',
  path: '/api/platform/videos',
  auth: 'platform',
  summary: 'Films that have not ended, the oldest first',
  query: PlatformVideoQuery,
  status: 200,
  response: Type.Array(PlatformVideoOut),
});

export const handleListPlatformVideos =
  ({ reports }: AdminDeps): AdminHandler<typeof listPlatformVideos> =>
  async ({ query }) => {
    const { state = null, limit } = query;
    const films = await listOpenVideos(reports, { state, limit });
    return films.map((film) => ({
      video_id: encodeId('vid', film.id),
      user_id: encodeId('usr', film.userId),
      key_id: encodeId('key', film.apiKeyId),
      mode: film.mode,
      request_id: film.requestId,
      model: film.model,
      state: film.state,
      tries: film.tries,
      job: film.job,
      created_at: film.createdAt.toISOString(),
      submitted_at: film.submittedAt?.toISOString() ?? null,
      due_at: film.dueAt.toISOString(),
      gives_up_at: film.givesUpAt.toISOString(),
    }));
  };
