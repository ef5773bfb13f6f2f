import { getSetupStatus } from '@tollgate/contract/routes/account/setup';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { isSetupRequired } from '@tollgate/identity/users';
import type { AccountDeps } from '../../deps.ts';

/** Says whether the set-up is still to be done, and whether it needs the token. */
export const handleGetSetupStatus = ({ db, settings }: AccountDeps): MountedRoute =>
  route(getSetupStatus, async () => {
    const required = await isSetupRequired(db);
    return {
      setup_required: required,
      setup_completed: !required,
      setup_token_required: settings.setup.kind !== 'open',
    };
  });
