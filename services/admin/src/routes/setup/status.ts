import { getPlatformSetupStatus } from '@tollgate/contract/routes/admin/setup';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { isFirstAdministratorMissing } from '@tollgate/identity/administrators';
import type { AdminDeps } from '../../deps.ts';

/** Says whether the first administrator is still to be made. */
export const handleGetPlatformSetupStatus = ({ db, setup }: AdminDeps): MountedRoute =>
  route(getPlatformSetupStatus, async () => ({
    setup_required: await isFirstAdministratorMissing(db),
    setup_token_set: setup.token !== undefined,
  }));
