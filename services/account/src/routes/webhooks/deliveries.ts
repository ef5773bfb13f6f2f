import { listUserDeliveries } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import { decodeId } from '@tollgate/runtime/ids';
import { listDeliveries } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows one page of deliveries; 422 for a cursor that is none. */
export const handleListUserDeliveries = ({ db }: AccountDeps): MountedRoute =>
  userRoute(listUserDeliveries, ({ params, query }, { caller }) => {
    const which = { publicId: params.webhook_id, ownerId: caller.user.id };
    const { limit, cursor } = query;
    const before = cursor === undefined ? null : messageIdOf(cursor);
    return listDeliveries(db, which, { limit, before });
  });

function messageIdOf(cursor: string): string {
  const id = decodeId('msg', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
