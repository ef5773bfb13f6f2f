import { createPlatformWebhook } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { createEndpoint, endpointOut } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { receiverUrl } from '../../webhook-url.ts';

export const handleCreatePlatformWebhook = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPlatformWebhook, async ({ body }, context) => {
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
  });
