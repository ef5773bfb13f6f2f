import { defineRoute } from '@tollgate/contract/route';
import { WebhookIdParams, WebhookOut } from '@tollgate/contract/webhooks';
import { endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

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

export const handleGetPlatformWebhook =
  ({ db }: AdminDeps): AdminHandler<typeof getPlatformWebhook> =>
  async ({ params }) =>
    endpointOut(await getEndpoint(db, { publicId: params.webhook_id, ownerId: OPERATORS }));
