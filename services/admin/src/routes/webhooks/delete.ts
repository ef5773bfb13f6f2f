import { deletePlatformWebhook } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { removeEndpoint } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleDeletePlatformWebhook = (deps: AdminDeps): MountedRoute =>
  platformRoute(deletePlatformWebhook, async ({ params }, context) => {
    await change(deps, context, async (trx, note) => {
      const id = await removeEndpoint(trx, { publicId: params.webhook_id, ownerId: OPERATORS });
      await note({ action: 'webhook.delete', target: { kind: 'webhook', id } });
    });
    return undefined;
  });
