import { defineRoute } from '@tollgate/contract/route';
import { DeliveryIdParams, WebhookDeliveryDetail } from '@tollgate/contract/webhooks';
import { getDelivery } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const getPlatformDelivery = defineRoute({
  method: 'get',
  path: '/api/platform/webhooks/:webhook_id/deliveries/:message_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One message to the operators with every attempt',
  params: DeliveryIdParams,
  status: 200,
  response: WebhookDeliveryDetail,
});

export const handleGetPlatformDelivery =
  ({ db }: AdminDeps): AdminHandler<typeof getPlatformDelivery> =>
  ({ params }) =>
    getDelivery(db, {
      publicId: params.webhook_id,
      ownerId: OPERATORS,
      messageId: params.message_id,
    });
