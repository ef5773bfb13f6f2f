import { Type } from 'typebox';
import { PlatformVideoOut, PlatformVideoQuery } from '@tollgate/contract/platform/videos';
import { defineRoute } from '@tollgate/contract/route';
import { listOpenVideos } from '@tollgate/requests/videos/open-video-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { namedInVideo, openVideoOut } from '../../open-video-out.ts';

export const listPlatformVideos = defineRoute({
  method: 'get',
  path: '/api/platform/videos',
  auth: 'platform',
  needs: 'read',
  summary: 'Videos that have not ended, the oldest first',
  query: PlatformVideoQuery,
  status: 200,
  response: Type.Array(PlatformVideoOut),
});

export const handleListPlatformVideos =
  ({ reports }: AdminDeps): AdminHandler<typeof listPlatformVideos> =>
  async ({ query }) => {
    const { state = null, limit } = query;
    const videos = await listOpenVideos(reports, { state, limit });
    const names = await namesOf(reports, videos.flatMap(namedInVideo));
    return videos.map((video) => openVideoOut(video, names));
  };
