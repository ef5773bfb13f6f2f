import { testPlatformWebhook } from '@tollgate/contract/routes/admin/webhooks';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { sendTest } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleTestPlatformWebhook = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(testPlatformWebhook, ({ params }) =>
    transaction(db, (trx) => sendTest(trx, { publicId: params.webhook_id, ownerId: OPERATORS })),
  );
