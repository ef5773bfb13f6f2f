import { defineRoute } from '@tollgate/contract/route';
import { WebhookIdParams } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { removeEndpoint } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { changeWebhook } from '../../webhook-change.ts';

/** `DELETE /api/webhooks/:webhook_id`. */
export const deleteUserWebhook = defineRoute({
  method: 'delete',
  path: '/api/webhooks/:webhook_id',
  auth: 'user',
  summary: 'Delete a webhook; what has not arrived is given up',
  params: WebhookIdParams,
  status: 204,
});

/** Deletes a webhook; 404 for every id that is not one of the caller's. */
export const handleDeleteUserWebhook =
  (deps: AccountDeps): Handler<typeof deleteUserWebhook, UserCaller> =>
  async ({ params }, context) => {
    const which = { publicId: params.webhook_id, ownerId: context.caller.user.id };
    await changeWebhook(deps, context, {
      action: 'webhook.delete',
      change: (trx) => removeEndpoint(trx, which),
      endpointId: (id) => id,
    });
    return undefined;
  };
