import { transaction } from '@tollgate/db/connect';
import { defineRoute } from '@tollgate/contract/route';
import { WebhookDelivery, WebhookIdParams } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { sendTest } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';

/** `POST /api/webhooks/:webhook_id/test`. */
export const testUserWebhook = defineRoute({
  method: 'post',
  path: '/api/webhooks/:webhook_id/test',
  auth: 'user',
  summary: 'Send a test message to a webhook',
  params: WebhookIdParams,
  status: 202,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: WebhookDelivery,
});

/** Sends a test; 409 while the webhook takes nothing, 429 after too many tests. */
export const handleTestUserWebhook =
  ({ db }: AccountDeps): Handler<typeof testUserWebhook, UserCaller> =>
  ({ params }, { caller }) =>
    transaction(db, (trx) =>
      sendTest(trx, { publicId: params.webhook_id, ownerId: caller.user.id }),
    );
