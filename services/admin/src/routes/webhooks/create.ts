import { defineRoute } from '@tollgate/contract/route';
import { PlatformWebhookCreate, WebhookWithSecret } from '@tollgate/contract/webhooks';
import { createEndpoint, endpointOut } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';
import { receiverUrl } from '../../webhook-url.ts';

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

export const handleCreatePlatformWebhook =
  (deps: AdminDeps): AdminHandler<typeof createPlatformWebhook> =>
  async ({ body }, context) => {
    const url = receiverUrl(deps, body.url);
    const { description = '', events } = body;
    const made = await change(deps, context, async (trx, note) => {
      const endpoint = { ownerId: OPERATORS, url, description, events };
      const created = await createEndpoint(trx, deps.webhooks.key, endpoint);
      await note({
        action: 'webhook.create',
        target: { kind: 'webhook', id: created.endpoint.id },
        details: { origin: new URL(url).origin, events },
      });
      return created;
    });
    return { ...endpointOut(made.endpoint), secret: made.secret };
  };
