import { transaction } from '@tollgate/db/connect';
import { defineRoute } from '@tollgate/contract/route';
import { WebhookDelivery, WebhookIdParams } from '@tollgate/contract/webhooks';
import { sendTest } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const testPlatformWebhook = defineRoute({
  method: 'post',
  path: '/api/platform/webhooks/:webhook_id/test',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Send a test message to a webhook of the operators',
  params: WebhookIdParams,
  status: 202,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: WebhookDelivery,
});

export const handleTestPlatformWebhook =
  ({ db }: AdminDeps): AdminHandler<typeof testPlatformWebhook> =>
  ({ params }) =>
    transaction(db, (trx) => sendTest(trx, { publicId: params.webhook_id, ownerId: OPERATORS }));
