import { GatewayError } from '@tollgate/contract/error-codes';
import { COOKIE } from '@tollgate/contract/headers';
import { platformLogout } from '@tollgate/contract/routes/admin/auth';
import type { MountedRoute } from '@tollgate/http/route';
import { logOutAdministrator } from '@tollgate/identity/administrator-sessions';
import type { AdministratorCaller } from '@tollgate/identity/administrator-sessions';
import { clearingCookieLine } from '@tollgate/identity/cookies';
import type { Request } from 'express';
import type { AdminContext, AdminDeps } from '../../deps.ts';
import { signedIn } from '../../guard.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handlePlatformLogout = (deps: AdminDeps): MountedRoute =>
  platformRoute(platformLogout, async (_input, context) => {
    const caller = await callerOf(deps, context.request);
    if (caller !== null) await end(deps, { ...context, caller });
    const secure = deps.settings.cookiesAreSecure;
    context.response.appendHeader('set-cookie', clearingCookieLine(COOKIE.platformAccess, secure));
    return undefined;
  });

/** Who has a session; null for nobody. @throws GatewayError `cross_site_request` */
async function callerOf(deps: AdminDeps, request: Request): Promise<AdministratorCaller | null> {
  try {
    return await signedIn(deps, request);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'unauthenticated') return null;
    throw error;
  }
}

async function end(deps: AdminDeps, context: AdminContext): Promise<void> {
  const { administrator, sessionId } = context.caller;
  await change(deps, context, async (trx, note) => {
    await logOutAdministrator(trx, sessionId);
    await note({
      action: 'administrator.logout',
      target: { kind: 'administrator', id: administrator.id },
    });
  });
}
