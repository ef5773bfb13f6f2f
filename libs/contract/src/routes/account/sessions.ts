import { Type } from 'typebox';
import { defineRoute } from '../../route.ts';
import { SessionIdParams, SessionOut } from '../../sessions.ts';

/** `GET /api/sessions`. */
export const listUserSessions = defineRoute({
  method: 'get',
  path: '/api/sessions',
  auth: 'user',
  summary: 'Where the account is logged in, newest first',
  status: 200,
  response: Type.Array(SessionOut),
});

/** `DELETE /api/sessions/:session_id`. */
export const deleteSession = defineRoute({
  method: 'delete',
  path: '/api/sessions/:session_id',
  auth: 'user',
  summary: 'End one session of the account',
  params: SessionIdParams,
  status: 204,
});

/** `DELETE /api/sessions`. */
export const deleteOtherSessions = defineRoute({
  method: 'delete',
  path: '/api/sessions',
  auth: 'user',
  summary: 'End every session of the account but the one that asks',
  status: 204,
});
