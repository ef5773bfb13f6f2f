import { defineRoute } from '@tollgate/contract/route';
import { DeliveriesQuery, DeliveryList, WebhookIdParams } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import { ValidationError } from '@tollgate/http/validate';
import type { UserCaller } from '@tollgate/identity/authentication';
import { decodeId } from '@tollgate/runtime/ids';
import { listDeliveries } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/webhooks/:webhook_id/deliveries`. */
export const listUserDeliveries = defineRoute({
  method: 'get',
  path: '/api/webhooks/:webhook_id/deliveries',
  auth: 'user',
  summary: 'What was sent to a webhook, newest first',
  params: WebhookIdParams,
  query: DeliveriesQuery,
  status: 200,
  response: DeliveryList,
});

/** Shows one page of deliveries; 422 for a cursor that is none. */
export const handleListUserDeliveries =
  ({ db }: AccountDeps): Handler<typeof listUserDeliveries, UserCaller> =>
  ({ params, query }, { caller }) => {
    const which = { publicId: params.webhook_id, ownerId: caller.user.id };
    const { limit, cursor } = query;
    const before = cursor === undefined ? null : messageIdOf(cursor);
    return listDeliveries(db, which, { limit, before });
  };

function messageIdOf(cursor: string): string {
  const id = decodeId('msg', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
