import { defineRoute } from '@tollgate/contract/route';
import { transaction } from '@tollgate/db/connect';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endSession } from '@tollgate/identity/sessions';
import { GatewayError } from '@tollgate/contract/errors';
import type { Handler, RouteContext } from '@tollgate/http/serve';
import type { Request } from 'express';
import type { AccountDeps } from '../../deps.ts';
import { userGuard } from '../../guard.ts';
import { clearCookies } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';

/** `POST /api/auth/logout`. */
export const logout = defineRoute({
  method: 'post',
  path: '/api/auth/logout',
  auth: 'none',
  summary: 'End the session that asks; whoever has none is logged out already',
  status: 204,
  errors: ['cross_site_request'],
});

/** Ends the session and with it its access tokens, and makes the browser forget both cookies. */
export const handleLogout =
  (deps: AccountDeps): Handler<typeof logout> =>
  async (_input, context) => {
    const caller = await callerOf(deps, context.request);
    if (caller !== null) await end(deps, { ...context, caller });
    clearCookies(deps, context.response);
    return undefined;
  };

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
