import { listKeys } from '@tollgate/contract/routes/account/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { apiKeyOut, listKeysByOwner } from '@tollgate/keys/keys';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows the keys of the caller, never a secret. */
export const handleListKeys = ({ db }: AccountDeps): MountedRoute =>
  userRoute(listKeys, async (_input, { caller }) =>
    (await listKeysByOwner(db, caller.user.id)).map(apiKeyOut),
  );
