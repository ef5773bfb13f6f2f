import { resendPlatformDelivery } from '@tollgate/contract/routes/admin/webhooks';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { resend } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleResendPlatformDelivery = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(resendPlatformDelivery, ({ params }) =>
    transaction(db, (trx) =>
      resend(trx, {
        publicId: params.webhook_id,
        ownerId: OPERATORS,
        messageId: params.message_id,
      }),
    ),
  );
