import { listVectorStoresOf } from '@tollgate/catalog/vector-stores';
import { listUserVectorStores } from '@tollgate/contract/routes/account/vector-stores';
import type { MountedRoute } from '@tollgate/http/route';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows the stores of the caller, and those of all users; there are few enough for one page. */
export const handleListUserVectorStores = ({ db }: AccountDeps): MountedRoute =>
  userRoute(listUserVectorStores, async (_input, { caller }) => {
    const stores = await listVectorStoresOf(db, caller.user.id);
    return stores.map(({ id, name, provider, userId, createdAt }) => ({
      id: encodeId('vs', id),
      name,
      provider,
      shared: userId === null,
      created_at: createdAt.toISOString(),
    }));
  });
