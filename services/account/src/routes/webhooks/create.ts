import { createUserWebhook } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { createEndpoint, endpointOut } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';
import { changeWebhook, receiverUrl } from '../../webhook-change.ts';

/**
 * Makes a webhook; 409 when the user has too many, 422 for an address that no message may go to.
 */
export const handleCreateUserWebhook = (deps: AccountDeps): MountedRoute =>
  userRoute(createUserWebhook, async ({ body }, context) => {
    const ownerId = context.caller.user.id;
    const url = receiverUrl(deps, ownerId, body.url);
    const { description = '', events } = body;
    const made = await changeWebhook(deps, context, {
      action: 'webhook.create',
      change: (trx) =>
        createEndpoint(trx, deps.webhooks.key, { ownerId, url, description, events }),
      endpointId: ({ endpoint }) => endpoint.id,
      details: () => ({ origin: new URL(url).origin, events }),
    });
    return { ...endpointOut(made.endpoint), secret: made.secret };
  });
