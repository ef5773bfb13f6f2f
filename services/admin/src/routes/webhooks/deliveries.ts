import { defineRoute } from '@tollgate/contract/route';
import { DeliveriesQuery, DeliveryList, WebhookIdParams } from '@tollgate/contract/webhooks';
import { decodeId } from '@tollgate/runtime/ids';
import { listDeliveries } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';

export const listPlatformDeliveries = defineRoute({
  method: 'get',
  path: '/api/platform/webhooks/:webhook_id/deliveries',
  auth: 'platform',
  needs: 'read',
  summary: 'What was sent to a webhook of the operators, newest first',
  params: WebhookIdParams,
  query: DeliveriesQuery,
  status: 200,
  response: DeliveryList,
});

export const handleListPlatformDeliveries =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformDeliveries> =>
  ({ params, query }) => {
    const { limit, cursor } = query;
    const before = cursor === undefined ? null : decodeId('msg', cursor);
    if (cursor !== undefined && before === null) {
      throw fieldError('query', 'cursor', 'must be the next_cursor of a page');
    }
    return listDeliveries(
      db,
      { publicId: params.webhook_id, ownerId: OPERATORS },
      { limit, before },
    );
  };
