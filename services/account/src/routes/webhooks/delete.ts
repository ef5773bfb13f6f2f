import { deleteUserWebhook } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { removeEndpoint } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';
import { changeWebhook } from '../../webhook-change.ts';

/** Deletes a webhook; 404 for every id that is not one of the caller's. */
export const handleDeleteUserWebhook = (deps: AccountDeps): MountedRoute =>
  userRoute(deleteUserWebhook, async ({ params }, context) => {
    const which = { publicId: params.webhook_id, ownerId: context.caller.user.id };
    await changeWebhook(deps, context, {
      action: 'webhook.delete',
      change: (trx) => removeEndpoint(trx, which),
      endpointId: (id) => id,
    });
    return undefined;
  });
