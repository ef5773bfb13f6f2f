import { testUserWebhook } from '@tollgate/contract/routes/account/webhooks';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { sendTest } from '@tollgate/webhooks/deliveries';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Sends a test; 409 while the webhook takes nothing, 429 after too many tests. */
export const handleTestUserWebhook = ({ db }: AccountDeps): MountedRoute =>
  userRoute(testUserWebhook, ({ params }, { caller }) =>
    transaction(db, (trx) =>
      sendTest(trx, { publicId: params.webhook_id, ownerId: caller.user.id }),
    ),
  );
