import { listPlatformUsers } from '@tollgate/contract/routes/admin/users';
import type { MountedRoute } from '@tollgate/http/route';
import { listUsers } from '@tollgate/identity/users';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { platformUsersOut } from '../../user-out.ts';

export const handleListPlatformUsers = (deps: AdminDeps): MountedRoute =>
  platformRoute(listPlatformUsers, async ({ query }) => {
    const before = cursorOf('usr', query.before) ?? null;
    return platformUsersOut(deps, await listUsers(deps.db, { ...query, before }));
  });
