import { listUserWebhooks } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { endpointOut, listEndpoints } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows the webhooks of the caller, never a secret. */
export const handleListUserWebhooks = ({ db }: AccountDeps): MountedRoute =>
  userRoute(listUserWebhooks, async (_input, { caller }) =>
    (await listEndpoints(db, caller.user.id)).map(endpointOut),
  );
