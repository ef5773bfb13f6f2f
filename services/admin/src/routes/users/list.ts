import { Type } from 'typebox';
import { PlatformUserOut, PlatformUserQuery } from '@tollgate/contract/platform/users';
import { defineRoute } from '@tollgate/contract/route';
import { listUsers } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { platformUsersOut } from '../../user-out.ts';

export const listPlatformUsers = defineRoute({
  method: 'get',
  path: '/api/platform/users',
  auth: 'platform',
  needs: 'read',
  summary: 'Users with their balance and what they spend, newest first',
  query: PlatformUserQuery,
  status: 200,
  response: Type.Array(PlatformUserOut),
});

export const handleListPlatformUsers =
  (deps: AdminDeps): AdminHandler<typeof listPlatformUsers> =>
  async ({ query }) => {
    const before = cursorOf('usr', query.before) ?? null;
    return platformUsersOut(deps, await listUsers(deps.db, { ...query, before }));
  };
