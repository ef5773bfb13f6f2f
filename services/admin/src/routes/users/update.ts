import type { PlatformOrganizationUpdate } from '@tollgate/contract/platform/users';
import { updatePlatformUser } from '@tollgate/contract/routes/admin/users';
import type { MountedRoute } from '@tollgate/http/route';
import {
  getUserByPublicId,
  resetUserPassword,
  setQuotaZone,
  updateUser,
} from '@tollgate/identity/users';
import type { UserChanges } from '@tollgate/identity/users';
import { isTimeZone } from '@tollgate/requests/usage/local-steps';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { platformUserOut } from '../../user-out.ts';

export const handleUpdatePlatformUser = (deps: AdminDeps): MountedRoute =>
  platformRoute(updatePlatformUser, async ({ params, body }, context) => {
    const { id } = await getUserByPublicId(deps.db, params.user_id);
    const { password, ...shown } = body;
    const zone = shown.quota_time_zone;
    if (zone !== undefined && !isTimeZone(zone)) {
      throw fieldError('body', 'quota_time_zone', 'is no time zone');
    }
    const hash = password === undefined ? null : await deps.passwords.hash(password);
    const user = await change(deps, context, async (trx, note) => {
      if (hash !== null) await resetUserPassword(trx, id, hash);
      const renamed = await updateUser(trx, id, changesOf(shown));
      const changed = zone === undefined ? renamed : await setQuotaZone(trx, id, zone);
      await note({
        action: 'user.update',
        target: { kind: 'user', id },
        userId: id,
        details: hash === null ? shown : { ...shown, password: 'replaced' },
      });
      return changed;
    });
    return platformUserOut(deps, user);
  });

function changesOf(body: Omit<PlatformOrganizationUpdate, 'password'>): UserChanges {
  const { name, email, max_output_tokens: maxOutputTokens } = body;
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}
