import { transaction } from '@tollgate/db/connect';
import { defineRoute } from '@tollgate/contract/route';
import { DeliveryIdParams, WebhookDelivery } from '@tollgate/contract/webhooks';
import { resend } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const resendPlatformDelivery = defineRoute({
  method: 'post',
  path: '/api/platform/webhooks/:webhook_id/deliveries/:message_id/resend',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Send a message to the operators again, under the same id',
  params: DeliveryIdParams,
  status: 202,
  errors: ['conflict'],
  response: WebhookDelivery,
});

export const handleResendPlatformDelivery =
  ({ db }: AdminDeps): AdminHandler<typeof resendPlatformDelivery> =>
  ({ params }) =>
    transaction(db, (trx) =>
      resend(trx, {
        publicId: params.webhook_id,
        ownerId: OPERATORS,
        messageId: params.message_id,
      }),
    );
