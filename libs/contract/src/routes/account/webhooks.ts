import { defineRoute } from '../../route.ts';
import {
  CreditThreshold,
  DeliveriesQuery,
  DeliveryIdParams,
  DeliveryList,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookIdParams,
  WebhookList,
  WebhookOut,
  WebhookUpdate,
  WebhookWithSecret,
} from '../../webhooks.ts';

/** `GET /api/credits/threshold`. */
export const getCreditThreshold = defineRoute({
  method: 'get',
  path: '/api/credits/threshold',
  auth: 'user',
  summary: 'The balance below which webhooks report that credit is low',
  status: 200,
  response: CreditThreshold,
});

/** `PUT /api/credits/threshold`. */
export const setCreditThreshold = defineRoute({
  method: 'put',
  path: '/api/credits/threshold',
  auth: 'user',
  summary: 'Set the balance below which webhooks report that credit is low; null: never',
  body: CreditThreshold,
  status: 200,
  response: CreditThreshold,
});

/** `GET /api/webhooks`. */
export const listUserWebhooks = defineRoute({
  method: 'get',
  path: '/api/webhooks',
  auth: 'user',
  summary: 'The webhooks of the account, newest first',
  status: 200,
  response: WebhookList,
});

/** `POST /api/webhooks`. */
export const createUserWebhook = defineRoute({
  method: 'post',
  path: '/api/webhooks',
  auth: 'user',
  summary: 'Create a webhook; its secret is shown in this answer only',
  body: WebhookCreate,
  status: 201,
  errors: ['conflict'],
  response: WebhookWithSecret,
});

/** `GET /api/webhooks/:webhook_id`. */
export const getUserWebhook = defineRoute({
  method: 'get',
  path: '/api/webhooks/:webhook_id',
  auth: 'user',
  summary: 'One webhook and how it stands',
  params: WebhookIdParams,
  status: 200,
  response: WebhookOut,
});

/** `PATCH /api/webhooks/:webhook_id`. */
export const updateUserWebhook = defineRoute({
  method: 'patch',
  path: '/api/webhooks/:webhook_id',
  auth: 'user',
  summary: 'Change a webhook; what is absent stays',
  params: WebhookIdParams,
  body: WebhookUpdate,
  status: 200,
  response: WebhookOut,
});

/** `DELETE /api/webhooks/:webhook_id`. */
export const deleteUserWebhook = defineRoute({
  method: 'delete',
  path: '/api/webhooks/:webhook_id',
  auth: 'user',
  summary: 'Delete a webhook; what has not arrived is given up',
  params: WebhookIdParams,
  status: 204,
});

/** `POST /api/webhooks/:webhook_id/rotate-secret`. */
export const rotateUserWebhookSecret = defineRoute({
  method: 'post',
  path: '/api/webhooks/:webhook_id/rotate-secret',
  auth: 'user',
  summary: 'Give a webhook a new secret; for a day messages are signed with both',
  params: WebhookIdParams,
  status: 200,
  response: WebhookWithSecret,
});

/** `POST /api/webhooks/:webhook_id/test`. */
export const testUserWebhook = defineRoute({
  method: 'post',
  path: '/api/webhooks/:webhook_id/test',
  auth: 'user',
  summary: 'Send a test message to a webhook',
  params: WebhookIdParams,
  status: 202,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: WebhookDelivery,
});

/** `GET /api/webhooks/:webhook_id/deliveries`. */
export const listUserDeliveries = defineRoute({
  method: 'get',
  path: '/api/webhooks/:webhook_id/deliveries',
  auth: 'user',
  summary: 'What was sent to a webhook, newest first',
  params: WebhookIdParams,
  query: DeliveriesQuery,
  status: 200,
  response: DeliveryList,
});

/** `GET /api/webhooks/:webhook_id/deliveries/:message_id`. */
export const getUserDelivery = defineRoute({
  method: 'get',
  path: '/api/webhooks/:webhook_id/deliveries/:message_id',
  auth: 'user',
  summary: 'One message with every attempt',
  params: DeliveryIdParams,
  status: 200,
  response: WebhookDeliveryDetail,
});

/** `POST /api/webhooks/:webhook_id/deliveries/:message_id/resend`. */
export const resendUserDelivery = defineRoute({
  method: 'post',
  path: '/api/webhooks/:webhook_id/deliveries/:message_id/resend',
  auth: 'user',
  summary: 'Send a message again, under the same id',
  params: DeliveryIdParams,
  status: 202,
  errors: ['conflict'],
  response: WebhookDelivery,
});
