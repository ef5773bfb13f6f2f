import type { MountedRoute } from '@tollgate/http/serve';
import type { AdminDeps } from './deps.ts';
import { onPlatform } from './field-errors.ts';
import { createPlatformWebhook, handleCreatePlatformWebhook } from './routes/webhooks/create.ts';
import { deletePlatformWebhook, handleDeletePlatformWebhook } from './routes/webhooks/delete.ts';
import {
  handleListPlatformDeliveries,
  listPlatformDeliveries,
} from './routes/webhooks/deliveries.ts';
import { getPlatformDelivery, handleGetPlatformDelivery } from './routes/webhooks/delivery.ts';
import { getPlatformWebhook, handleGetPlatformWebhook } from './routes/webhooks/get.ts';
import { handleListPlatformWebhooks, listPlatformWebhooks } from './routes/webhooks/list.ts';
import { handleResendPlatformDelivery, resendPlatformDelivery } from './routes/webhooks/resend.ts';
import {
  handleRotatePlatformWebhookSecret,
  rotatePlatformWebhookSecret,
} from './routes/webhooks/rotate-secret.ts';
import { handleTestPlatformWebhook, testPlatformWebhook } from './routes/webhooks/test.ts';
import { handleUpdatePlatformWebhook, updatePlatformWebhook } from './routes/webhooks/update.ts';

/** The routes of the operators' webhooks. */
export const webhookRoutes = (deps: AdminDeps): MountedRoute[] => [
  onPlatform(listPlatformWebhooks, handleListPlatformWebhooks(deps)),
  onPlatform(createPlatformWebhook, handleCreatePlatformWebhook(deps)),
  onPlatform(getPlatformWebhook, handleGetPlatformWebhook(deps)),
  onPlatform(updatePlatformWebhook, handleUpdatePlatformWebhook(deps)),
  onPlatform(deletePlatformWebhook, handleDeletePlatformWebhook(deps)),
  onPlatform(rotatePlatformWebhookSecret, handleRotatePlatformWebhookSecret(deps)),
  onPlatform(testPlatformWebhook, handleTestPlatformWebhook(deps)),
  onPlatform(listPlatformDeliveries, handleListPlatformDeliveries(deps)),
  onPlatform(getPlatformDelivery, handleGetPlatformDelivery(deps)),
  onPlatform(resendPlatformDelivery, handleResendPlatformDelivery(deps)),
];
