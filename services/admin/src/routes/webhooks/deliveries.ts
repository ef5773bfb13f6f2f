import { listPlatformDeliveries } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import { listDeliveries } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformDeliveries = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformDeliveries, ({ params, query }) => {
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
  });
