import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreatePlatformWebhook } from './create.ts';
import { handleDeletePlatformWebhook } from './delete.ts';
import { handleListPlatformDeliveries } from './deliveries.ts';
import { handleGetPlatformDelivery } from './delivery.ts';
import { handleGetPlatformWebhook } from './get.ts';
import { handleListPlatformWebhooks } from './list.ts';
import { handleResendPlatformDelivery } from './resend.ts';
import { handleRotatePlatformWebhookSecret } from './rotate-secret.ts';
import { handleTestPlatformWebhook } from './test.ts';
import { handleUpdatePlatformWebhook } from './update.ts';

/** The routes of `routes/webhooks`, in the order in which they are matched. */
export const webhookRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformWebhooks(deps),
  handleCreatePlatformWebhook(deps),
  handleGetPlatformWebhook(deps),
  handleUpdatePlatformWebhook(deps),
  handleDeletePlatformWebhook(deps),
  handleRotatePlatformWebhookSecret(deps),
  handleTestPlatformWebhook(deps),
  handleListPlatformDeliveries(deps),
  handleGetPlatformDelivery(deps),
  handleResendPlatformDelivery(deps),
];
