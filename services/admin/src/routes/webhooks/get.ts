import { getPlatformWebhook } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { endpointOut, getEndpoint } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformWebhook = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformWebhook, async ({ params }) =>
    endpointOut(await getEndpoint(db, { publicId: params.webhook_id, ownerId: OPERATORS })),
  );
