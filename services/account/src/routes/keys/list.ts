import { Type } from 'typebox';
import { ApiKeyOut } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { apiKeyOut, listKeysByOwner } from '@tollgate/keys/keys';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/keys`. */
export const listKeys = defineRoute({
  method: 'get',
  path: '/api/keys',
  auth: 'user',
  summary: 'The keys of the account, newest first',
  status: 200,
  response: Type.Array(ApiKeyOut),
});

/** Shows the keys of the caller, never a secret. */
export const handleListKeys =
  ({ db }: AccountDeps): Handler<typeof listKeys, UserCaller> =>
  async (_input, { caller }) =>
    (await listKeysByOwner(db, caller.user.id)).map(apiKeyOut);
