import { defineRoute } from '@tollgate/contract/route';
import { WebhookIdParams, WebhookOut, WebhookUpdate } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { changeEndpoint, endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';
import { changeWebhook, receiverUrl } from '../../webhook-change.ts';

/** `PATCH /api/webhooks/:webhook_id`. */
export const updateUserWebhook = defineRoute({
  method: 'patch',
  path: '/api/webhooks/:webhook_id',
  auth: 'user',
  summary: 'Change a webhook; what is absent stays',
  params: WebhookIdParams,
  body: WebhookUpdate,
  status: 200,
  response: WebhookOut,
});

/** Changes what the body names; an unknown webhook is 404 before an address that is refused is 422. */
export const handleUpdateUserWebhook =
  (deps: AccountDeps): Handler<typeof updateUserWebhook, UserCaller> =>
  async ({ params, body }, context) => {
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
  };
