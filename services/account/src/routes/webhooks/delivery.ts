import { getUserDelivery } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { getDelivery } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows a delivery; 404 for what is not one of the caller's. */
export const handleGetUserDelivery = ({ db }: AccountDeps): MountedRoute =>
  userRoute(getUserDelivery, ({ params }, { caller }) =>
    getDelivery(db, {
      publicId: params.webhook_id,
      ownerId: caller.user.id,
      messageId: params.message_id,
    }),
  );
