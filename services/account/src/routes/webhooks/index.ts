import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleCreateUserWebhook } from './create.ts';
import { handleDeleteUserWebhook } from './delete.ts';
import { handleListUserDeliveries } from './deliveries.ts';
import { handleGetUserDelivery } from './delivery.ts';
import { handleGetCreditThreshold } from './get-threshold.ts';
import { handleGetUserWebhook } from './get.ts';
import { handleListUserWebhooks } from './list.ts';
import { handleResendUserDelivery } from './resend.ts';
import { handleRotateUserWebhookSecret } from './rotate-secret.ts';
import { handleSetCreditThreshold } from './set-threshold.ts';
import { handleTestUserWebhook } from './test.ts';
import { handleUpdateUserWebhook } from './update.ts';

/** The routes of `routes/webhooks`, in the order in which they are matched. */
export const webhookRoutes = (deps: AccountDeps): MountedRoute[] => [
  handleGetCreditThreshold(deps),
  handleSetCreditThreshold(deps),
  handleListUserWebhooks(deps),
  handleCreateUserWebhook(deps),
  handleGetUserWebhook(deps),
  handleUpdateUserWebhook(deps),
  handleDeleteUserWebhook(deps),
  handleRotateUserWebhookSecret(deps),
  handleTestUserWebhook(deps),
  handleListUserDeliveries(deps),
  handleGetUserDelivery(deps),
  handleResendUserDelivery(deps),
];
