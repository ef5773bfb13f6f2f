import { defineRoute } from '../../route.ts';
import {
  DeliveriesQuery,
  DeliveryIdParams,
  DeliveryList,
  PlatformWebhookCreate,
  PlatformWebhookUpdate,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookIdParams,
  WebhookList,
  WebhookOut,
  WebhookWithSecret,
} from '../../webhooks.ts';

/** `GET /api/platform/webhooks`. */
export const listPlatformWebhooks = defineRoute({
  method: 'get',
  path: '/api/platform/webhooks',
  auth: 'platform',
  needs: 'read',
  summary: 'The webhooks of the operators, newest first',
  status: 200,
  response: WebhookList,
});

/** `POST /api/platform/webhooks`. */
export const createPlatformWebhook = defineRoute({
  method: 'post',
  path: '/api/platform/webhooks',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Create a webhook of the operators; its secret is shown in this answer only',
  body: PlatformWebhookCreate,
  status: 201,
  errors: ['conflict'],
  response: WebhookWithSecret,
});

/** `GET /api/platform/webhooks/:webhook_id`. */
export const getPlatformWebhook = defineRoute({
  method: 'get',
  path: '/api/platform/webhooks/:webhook_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One webhook of the operators and how it stands',
  params: WebhookIdParams,
  status: 200,
  response: WebhookOut,
});

/** `PATCH /api/platform/webhooks/:webhook_id`. */
export const updatePlatformWebhook = defineRoute({
  method: 'patch',
  path: '/api/platform/webhooks/:webhook_id',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Change a webhook of the operators; what is absent stays',
  params: WebhookIdParams,
  body: PlatformWebhookUpdate,
  status: 200,
  response: WebhookOut,
});

/** `DELETE /api/platform/webhooks/:webhook_id`. */
export const deletePlatformWebhook = defineRoute({
  method: 'delete',
  path: '/api/platform/webhooks/:webhook_id',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Delete a webhook of the operators; what has not arrived is given up',
  params: WebhookIdParams,
  status: 204,
});

/** `POST /api/platform/webhooks/:webhook_id/rotate-secret`. */
export const rotatePlatformWebhookSecret = defineRoute({
  method: 'post',
  path: '/api/platform/webhooks/:webhook_id/rotate-secret',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Give a webhook of the operators a new secret; for a day messages are signed with both',
  params: WebhookIdParams,
  status: 200,
  response: WebhookWithSecret,
});

/** `POST /api/platform/webhooks/:webhook_id/test`. */
export const testPlatformWebhook = defineRoute({
  method: 'post',
  path: '/api/platform/webhooks/:webhook_id/test',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Send a test message to a webhook of the operators',
  params: WebhookIdParams,
  status: 202,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: WebhookDelivery,
});

/** `GET /api/platform/webhooks/:webhook_id/deliveries`. */
export const listPlatformDeliveries = defineRoute({
  method: 'get',
  path: '/api/platform/webhooks/:webhook_id/deliveries',
  auth: 'platform',
  needs: 'read',
  summary: 'What was sent to a webhook of the operators, newest first',
  params: WebhookIdParams,
  query: DeliveriesQuery,
  status: 200,
  response: DeliveryList,
});

/** `GET /api/platform/webhooks/:webhook_id/deliveries/:message_id`. */
export const getPlatformDelivery = defineRoute({
  method: 'get',
  path: '/api/platform/webhooks/:webhook_id/deliveries/:message_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One message to the operators with every attempt',
  params: DeliveryIdParams,
  status: 200,
  response: WebhookDeliveryDetail,
});

/** `POST /api/platform/webhooks/:webhook_id/deliveries/:message_id/resend`. */
export const resendPlatformDelivery = defineRoute({
  method: 'post',
  path: '/api/platform/webhooks/:webhook_id/deliveries/:message_id/resend',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Send a message to the operators again, under the same id',
  params: DeliveryIdParams,
  status: 202,
  errors: ['conflict'],
  response: WebhookDelivery,
});
