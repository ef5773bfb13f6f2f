import { transaction } from '@tollgate/db/connect';
import { defineRoute } from '@tollgate/contract/route';
import { DeliveryIdParams, WebhookDelivery } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { resend } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';

/** `POST /api/webhooks/:webhook_id/deliveries/:message_id/resend`. */
export const resendUserDelivery = defineRoute({
  method: 'post',
  path: '/api/webhooks/:webhook_id/deliveries/:message_id/resend',
  auth: 'user',
  summary: 'Send a message again, under the same id',
  params: DeliveryIdParams,
  status: 202,
  errors: ['conflict'],
  response: WebhookDelivery,
});

/** Has a message sent now; 409 while the webhook takes nothing. */
export const handleResendUserDelivery =
  ({ db }: AccountDeps): Handler<typeof resendUserDelivery, UserCaller> =>
  ({ params }, { caller }) =>
    transaction(db, (trx) =>
      resend(trx, {
        publicId: params.webhook_id,
        ownerId: caller.user.id,
        messageId: params.message_id,
      }),
    );
