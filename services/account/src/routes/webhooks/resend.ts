import { resendUserDelivery } from '@tollgate/contract/routes/account/webhooks';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { resend } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Has a message sent now; 409 while the webhook takes nothing. */
export const handleResendUserDelivery = ({ db }: AccountDeps): MountedRoute =>
  userRoute(resendUserDelivery, ({ params }, { caller }) =>
    transaction(db, (trx) =>
      resend(trx, {
        publicId: params.webhook_id,
        ownerId: caller.user.id,
        messageId: params.message_id,
      }),
    ),
  );
