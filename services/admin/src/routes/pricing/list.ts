import { Type } from 'typebox';
import { listModelsForUser } from '@tollgate/catalog/users';
import { PlatformUserModelOut } from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserIdParams } from '../../params.ts';
import { platformUserModelOut } from '../../user-model-out.ts';

export const listPlatformUserModels = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/models',
  auth: 'platform',
  needs: 'read',
  summary: 'Approved models with what a user pays for them',
  params: UserIdParams,
  status: 200,
  response: Type.Array(PlatformUserModelOut),
});

export const handleListPlatformUserModels =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformUserModels> =>
  async ({ params }) => {
    const user = await getUserByPublicId(db, params.user_id);
    return (await listModelsForUser(db, user.id)).map(platformUserModelOut);
  };
