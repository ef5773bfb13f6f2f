import { Type } from 'typebox';
import { closed } from '../../closed.ts';
import { defineRoute } from '../../route.ts';
import { file } from '../../video.ts';

const MediaId = Type.Object({ media_id: Type.String() }, closed);

/** `GET /v1/media/:media_id`. */
export const getMediaRoute = defineRoute({
  ...file,
  method: 'get',
  path: '/v1/media/:media_id',
  auth: 'key',
  summary: 'A file that was made for this account, whole or a part of it',
  params: MediaId,
  errors: ['not_found', 'result_expired', 'range_not_satisfiable'],
});

/** `DELETE /v1/media/:media_id`. */
export const deleteMediaRoute = defineRoute({
  method: 'delete',
  path: '/v1/media/:media_id',
  auth: 'key',
  summary: 'Delete a file; what it was made for stays listed',
  params: MediaId,
  status: 200,
  response: Type.Object(
    { id: Type.String(), object: Type.Literal('media.deleted'), deleted: Type.Literal(true) },
    closed,
  ),
  errors: ['not_found'],
});
