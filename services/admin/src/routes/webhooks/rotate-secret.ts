import { defineRoute } from '@tollgate/contract/route';
import { WebhookIdParams, WebhookWithSecret } from '@tollgate/contract/webhooks';
import { endpointOut, rotateSecret } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';

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

export const handleRotatePlatformWebhookSecret =
  (deps: AdminDeps): AdminHandler<typeof rotatePlatformWebhookSecret> =>
  async ({ params }, context) => {
    const which = { publicId: params.webhook_id, ownerId: OPERATORS };
    const made = await change(deps, context, async (trx, note) => {
      const rotated = await rotateSecret(trx, deps.webhooks.key, which);
      const target = { kind: 'webhook', id: rotated.endpoint.id } as const;
      await note({ action: 'webhook.rotate_secret', target });
      return rotated;
    });
    return { ...endpointOut(made.endpoint), secret: made.secret };
  };
