import { listPlatformWebhooks } from '@tollgate/contract/routes/admin/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { endpointOut, listEndpoints } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformWebhooks = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformWebhooks, async () =>
    (await listEndpoints(db, OPERATORS)).map(endpointOut),
  );
