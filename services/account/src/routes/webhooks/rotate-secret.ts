import { defineRoute } from '@tollgate/contract/route';
import { WebhookIdParams, WebhookWithSecret } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endpointOut, rotateSecret } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { changeWebhook } from '../../webhook-change.ts';

/** `POST /api/webhooks/:webhook_id/rotate-secret`. */
export const rotateUserWebhookSecret = defineRoute({
  method: 'post',
  path: '/api/webhooks/:webhook_id/rotate-secret',
  auth: 'user',
  summary: 'Give a webhook a new secret; for a day messages are signed with both',
  params: WebhookIdParams,
  status: 200,
  response: WebhookWithSecret,
});

/** Exchanges the secret; 404 for every id that is not one of the caller's. */
export const handleRotateUserWebhookSecret =
  (deps: AccountDeps): Handler<typeof rotateUserWebhookSecret, UserCaller> =>
  async ({ params }, context) => {
    const which = { publicId: params.webhook_id, ownerId: context.caller.user.id };
    const made = await changeWebhook(deps, context, {
      action: 'webhook.rotate_secret',
      change: (trx) => rotateSecret(trx, deps.webhooks.key, which),
      endpointId: ({ endpoint }) => endpoint.id,
    });
    return { ...endpointOut(made.endpoint), secret: made.secret };
  };
