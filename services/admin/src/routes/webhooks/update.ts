import { defineRoute } from '@tollgate/contract/route';
import { PlatformWebhookUpdate, WebhookIdParams, WebhookOut } from '@tollgate/contract/webhooks';
import { changeEndpoint, endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';
import { receiverUrl } from '../../webhook-url.ts';

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

export const handleUpdatePlatformWebhook =
  (deps: AdminDeps): AdminHandler<typeof updatePlatformWebhook> =>
  async ({ params, body }, context) => {
    const which = { publicId: params.webhook_id, ownerId: OPERATORS };
    await getEndpoint(deps.db, which);
    const changes = body.url === undefined ? body : { ...body, url: receiverUrl(deps, body.url) };
    const changed = await change(deps, context, async (trx, note) => {
      const endpoint = await changeEndpoint(trx, which, changes);
      await note({
        action: 'webhook.update',
        target: { kind: 'webhook', id: endpoint.id },
        details: { fields: Object.keys(body) },
      });
      return endpoint;
    });
    return endpointOut(changed);
  };
