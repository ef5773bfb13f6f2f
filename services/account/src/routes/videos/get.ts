import { GatewayError } from '@tollgate/contract/errors';
import { FilmIdParams, FilmOut } from '@tollgate/contract/films';
import { defineRoute } from '@tollgate/contract/route';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { findFilmOfUser } from '@tollgate/requests/videos/film-of-user-queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { filmOut } from '../../film-out.ts';

/** `GET /api/videos/:video_id`. */
export const getUserVideo = defineRoute({
  method: 'get',
  path: '/api/videos/:video_id',
  auth: 'user',
  summary: 'One film of the account: how it stands, what it holds or cost, and its file',
  params: FilmIdParams,
  status: 200,
  response: FilmOut,
});

/** Shows one film; 404 for every id that is not a film of the caller. */
export const handleGetUserVideo =
  ({ reports }: AccountDeps): Handler<typeof getUserVideo, UserCaller> =>
  async ({ params }, { caller }) => {
    const id = decodeId('vid', params.video_id);
    const userId = caller.user.id;
    const found = id === null ? null : await findFilmOfUser(reports, { id, userId });
    if (found === null) throw new GatewayError('not_found', 'There is no such film.');
    return filmOut(found);
  };
