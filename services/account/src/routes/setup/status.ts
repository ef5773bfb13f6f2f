import { SetupStatus } from '@tollgate/contract/auth';
import { defineRoute } from '@tollgate/contract/route';
import { isSetupRequired } from '@tollgate/identity/users';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/setup/status`. */
export const getSetupStatus = defineRoute({
  method: 'get',
  path: '/api/setup/status',
  auth: 'none',
  summary: 'Whether the first account is still to be made',
  status: 200,
  response: SetupStatus,
});

/** Says whether the set-up is still to be done, and whether it needs the token. */
export const handleGetSetupStatus =
  ({ db, settings }: AccountDeps): Handler<typeof getSetupStatus> =>
  async () => {
    const required = await isSetupRequired(db);
    return {
      setup_required: required,
      setup_completed: !required,
      setup_token_required: settings.setup.kind !== 'open',
    };
  };
