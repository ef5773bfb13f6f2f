import { defineRoute } from '@tollgate/contract/route';
import { WebhookIdParams } from '@tollgate/contract/webhooks';
import { removeEndpoint } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';

export const deletePlatformWebhook = defineRoute({
  method: 'delete',
  path: '/api/platform/webhooks/:webhook_id',
  auth: 'platform',
  needs: 'webhooks',
  summary: 'Delete a webhook of the operators; what has not arrived is given up',
  params: WebhookIdParams,
  status: 204,
});

export const handleDeletePlatformWebhook =
  (deps: AdminDeps): AdminHandler<typeof deletePlatformWebhook> =>
  async ({ params }, context) => {
    await change(deps, context, async (trx, note) => {
      const id = await removeEndpoint(trx, { publicId: params.webhook_id, ownerId: OPERATORS });
      await note({ action: 'webhook.delete', target: { kind: 'webhook', id } });
    });
    return undefined;
  };
