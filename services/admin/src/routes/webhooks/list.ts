import { defineRoute } from '@tollgate/contract/route';
import { WebhookList } from '@tollgate/contract/webhooks';
import { endpointOut, listEndpoints } from '@tollgate/webhooks/endpoints';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listPlatformWebhooks = defineRoute({
  method: 'get',
  path: '/api/platform/webhooks',
  auth: 'platform',
  needs: 'read',
  summary: 'The webhooks of the operators, newest first',
  status: 200,
  response: WebhookList,
});

export const handleListPlatformWebhooks =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformWebhooks> =>
  async () =>
    (await listEndpoints(db, OPERATORS)).map(endpointOut);
