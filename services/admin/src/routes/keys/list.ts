import { Type } from 'typebox';
import { ApiKeyOut } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut, listKeysByOwner } from '@tollgate/keys/keys';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserIdParams } from '../../params.ts';

export const listPlatformUserKeys = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/keys',
  auth: 'platform',
  needs: 'read',
  summary: 'Keys of a user, newest first',
  params: UserIdParams,
  status: 200,
  response: Type.Array(ApiKeyOut),
});

export const handleListPlatformUserKeys =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformUserKeys> =>
  async ({ params }) => {
    const user = await getUserByPublicId(db, params.user_id);
    return (await listKeysByOwner(db, user.id)).map(apiKeyOut);
  };
