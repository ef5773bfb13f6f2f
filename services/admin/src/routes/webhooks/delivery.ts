import { getPlatformDelivery } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { getDelivery } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformDelivery = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformDelivery, ({ params }) =>
    getDelivery(db, {
      publicId: params.webhook_id,
      ownerId: OPERATORS,
      messageId: params.message_id,
    }),
  );
