import { defineRoute } from '@tollgate/contract/route';
import { WebhookIdParams, WebhookOut } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/webhooks/:webhook_id`. */
export const getUserWebhook = defineRoute({
  method: 'get',
  path: '/api/webhooks/:webhook_id',
  auth: 'user',
  summary: 'One webhook and how it stands',
  params: WebhookIdParams,
  status: 200,
  response: WebhookOut,
});

/** Shows a webhook; 404 for every id that is not one of the caller's. */
export const handleGetUserWebhook =
  ({ db }: AccountDeps): Handler<typeof getUserWebhook, UserCaller> =>
  async ({ params }, { caller }) =>
    endpointOut(await getEndpoint(db, { publicId: params.webhook_id, ownerId: caller.user.id }));
