import { defineRoute } from '@tollgate/contract/route';
import { WebhookList } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endpointOut, listEndpoints } from '@tollgate/webhooks/endpoints';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/webhooks`. */
export const listUserWebhooks = defineRoute({
  method: 'get',
  path: '/api/webhooks',
  auth: 'user',
  summary: 'The webhooks of the account, newest first',
  status: 200,
  response: WebhookList,
});

/** Shows the webhooks of the caller, never a secret. */
export const handleListUserWebhooks =
  ({ db }: AccountDeps): Handler<typeof listUserWebhooks, UserCaller> =>
  async (_input, { caller }) =>
    (await listEndpoints(db, caller.user.id)).map(endpointOut);
