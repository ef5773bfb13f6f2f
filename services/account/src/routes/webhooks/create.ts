import { defineRoute } from '@tollgate/contract/route';
import { WebhookCreate, WebhookWithSecret } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { createEndpoint, endpointOut } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { changeWebhook, receiverUrl } from '../../webhook-change.ts';

/** `POST /api/webhooks`. */
export const createUserWebhook = defineRoute({
  method: 'post',
  path: '/api/webhooks',
  auth: 'user',
  summary: 'Create a webhook; its secret is shown in this answer only',
  body: WebhookCreate,
  status: 201,
  errors: ['conflict'],
  response: WebhookWithSecret,
});

/** Makes a webhook; 409 when the user has too many, 422 for an address that no message may go to. */
export const handleCreateUserWebhook =
  (deps: AccountDeps): Handler<typeof createUserWebhook, UserCaller> =>
  async ({ body }, context) => {
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
  };
