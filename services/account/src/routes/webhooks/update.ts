import { updateUserWebhook } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { changeEndpoint, endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';
import { changeWebhook, receiverUrl } from '../../webhook-change.ts';

/**
 * Changes what the body names; an unknown webhook is 404 before an address that is refused is 422.
 */
export const handleUpdateUserWebhook = (deps: AccountDeps): MountedRoute =>
  userRoute(updateUserWebhook, async ({ params, body }, context) => {
    const which = { publicId: params.webhook_id, ownerId: context.caller.user.id };
    await getEndpoint(deps.db, which);
    const changes =
      body.url === undefined ? body : { ...body, url: receiverUrl(deps, which.ownerId, body.url) };
    const changed = await changeWebhook(deps, context, {
      action: 'webhook.update',
      change: (trx) => changeEndpoint(trx, which, changes),
      endpointId: ({ id }) => id,
      details: () => ({ fields: Object.keys(body) }),
    });
    return endpointOut(changed);
  });
