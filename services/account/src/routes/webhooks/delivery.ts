import { defineRoute } from '@tollgate/contract/route';
import { DeliveryIdParams, WebhookDeliveryDetail } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { getDelivery } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/webhooks/:webhook_id/deliveries/:message_id`. */
export const getUserDelivery = defineRoute({
  method: 'get',
  path: '/api/webhooks/:webhook_id/deliveries/:message_id',
  auth: 'user',
  summary: 'One message with every attempt',
  params: DeliveryIdParams,
  status: 200,
  response: WebhookDeliveryDetail,
});

/** Shows a delivery; 404 for what is not one of the caller's. */
export const handleGetUserDelivery =
  ({ db }: AccountDeps): Handler<typeof getUserDelivery, UserCaller> =>
  ({ params }, { caller }) =>
    getDelivery(db, {
      publicId: params.webhook_id,
      ownerId: caller.user.id,
      messageId: params.message_id,
    });
