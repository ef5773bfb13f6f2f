import { updatePlatformWebhook } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { changeEndpoint, endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { receiverUrl } from '../../webhook-url.ts';

export const handleUpdatePlatformWebhook = (deps: AdminDeps): MountedRoute =>
  platformRoute(updatePlatformWebhook, async ({ params, body }, context) => {
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
  });
