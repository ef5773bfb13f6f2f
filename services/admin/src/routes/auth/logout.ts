import { COOKIE } from '@tollgate/contract/headers';
import { defineRoute } from '@tollgate/contract/route';
import { logOutAdministrator } from '@tollgate/identity/administrators';
import { clearingCookieLine } from '@tollgate/identity/cookies';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';

export const platformLogout = defineRoute({
  method: 'post',
  path: '/api/platform/auth/logout',
  auth: 'platform',
  summary: 'End the session of this token',
  status: 204,
});

export const handlePlatformLogout =
  (deps: AdminDeps): AdminHandler<typeof platformLogout> =>
  async (_input, context) => {
    const { administrator, sessionId } = context.caller;
    await change(deps, context, async (trx, note) => {
      await logOutAdministrator(trx, sessionId);
      await note({
        action: 'administrator.logout',
        target: { kind: 'administrator', id: administrator.id },
      });
    });
    const secure = deps.settings.cookiesAreSecure;
    context.response.appendHeader('set-cookie', clearingCookieLine(COOKIE.platformAccess, secure));
    return undefined;
  };
