import { rotateUserWebhookSecret } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { endpointOut, rotateSecret } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';
import { changeWebhook } from '../../webhook-change.ts';

/** Exchanges the secret; 404 for every id that is not one of the caller's. */
export const handleRotateUserWebhookSecret = (deps: AccountDeps): MountedRoute =>
  userRoute(rotateUserWebhookSecret, async ({ params }, context) => {
    const which = { publicId: params.webhook_id, ownerId: context.caller.user.id };
    const made = await changeWebhook(deps, context, {
      action: 'webhook.rotate_secret',
      change: (trx) => rotateSecret(trx, deps.webhooks.key, which),
      endpointId: ({ endpoint }) => endpoint.id,
    });
    return { ...endpointOut(made.endpoint), secret: made.secret };
  });
