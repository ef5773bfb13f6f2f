import { Type } from 'typebox';
import { PlatformVideoOut, PlatformVideoQuery } from '@tollgate/contract/platform/videos';
import { defineRoute } from '@tollgate/contract/route';
import { listOpenVideos } from '@tollgate/requests/videos/open-video-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { namedInFilm, openVideoOut } from '../../open-video-out.ts';

export const listPlatformVideos = defineRoute({
  method: 'get',
  path: '/api/platform/videos',
  auth: 'platform',
  needs: 'read',
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
    const names = await namesOf(reports, films.flatMap(namedInFilm));
    return films.map((film) => openVideoOut(film, names));
  };
