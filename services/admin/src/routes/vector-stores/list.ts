import { listVectorStores } from '@tollgate/catalog/vector-stores';
import { listPlatformVectorStores } from '@tollgate/contract/routes/admin/vector-stores';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { userIdIn } from '../../user-filter.ts';
import { vectorStoresOut } from '../../vector-store-out.ts';

export const handleListPlatformVectorStores = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformVectorStores, async ({ query }) => {
    const before = cursorOf('vs', query.before) ?? null;
    const userId = await userIdIn(db, 'user', query.user);
    const stores = await listVectorStores(db, { userId, before, limit: query.limit });
    return vectorStoresOut(db, stores);
  });
