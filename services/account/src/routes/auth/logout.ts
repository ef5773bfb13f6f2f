import { GatewayError } from '@tollgate/contract/error-codes';
import { logout } from '@tollgate/contract/routes/account/auth';
import { transaction } from '@tollgate/db/connect';
import { route } from '@tollgate/http/route';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endSession } from '@tollgate/identity/sessions';
import type { Request } from 'express';
import type { AccountDeps } from '../../deps.ts';
import { userGuard } from '../../guard.ts';
import { clearCookies } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';

/** Ends the session and with it its access tokens, and makes the browser forget both cookies. */
export const handleLogout = (deps: AccountDeps): MountedRoute =>
  route(logout, async (_input, context) => {
    const caller = await callerOf(deps, context.request);
    if (caller !== null) await end(deps, { ...context, caller });
    clearCookies(deps, context.response);
    return undefined;
  });

/** Who has a session; null for nobody. @throws GatewayError `cross_site_request` */
async function callerOf(deps: AccountDeps, request: Request): Promise<UserCaller | null> {
  try {
    return (await userGuard(deps)(request, logout)) as UserCaller;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'unauthenticated') return null;
    throw error;
  }
}

async function end(deps: AccountDeps, context: RouteContext<UserCaller>): Promise<void> {
  const { user, sessionId } = context.caller;
  await transaction(deps.db, async (trx) => {
    await endSession(trx, { sessionId, userId: user.id, reason: 'logout' });
    await noteEvent(trx, context, {
      action: 'session.logout',
      user,
      target: { kind: 'session', id: sessionId },
    });
  });
}
