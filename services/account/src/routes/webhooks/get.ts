import { getUserWebhook } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows a webhook; 404 for every id that is not one of the caller's. */
export const handleGetUserWebhook = ({ db }: AccountDeps): MountedRoute =>
  userRoute(getUserWebhook, async ({ params }, { caller }) =>
    endpointOut(await getEndpoint(db, { publicId: params.webhook_id, ownerId: caller.user.id })),
  );
