import { rotatePlatformWebhookSecret } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { endpointOut, rotateSecret } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleRotatePlatformWebhookSecret = (deps: AdminDeps): MountedRoute =>
  platformRoute(rotatePlatformWebhookSecret, async ({ params }, context) => {
    const which = { publicId: params.webhook_id, ownerId: OPERATORS };
    const made = await change(deps, context, async (trx, note) => {
      const rotated = await rotateSecret(trx, deps.webhooks.key, which);
      const target = { kind: 'webhook', id: rotated.endpoint.id } as const;
      await note({ action: 'webhook.rotate_secret', target });
      return rotated;
    });
    return { ...endpointOut(made.endpoint), secret: made.secret };
  });
