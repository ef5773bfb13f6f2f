import { defineRoute } from '@tollgate/contract/route';
import { transaction } from '@tollgate/db/connect';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endSession } from '@tollgate/identity/sessions';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { clearCookies } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';

/** `POST /api/auth/logout`. */
export const logout = defineRoute({
  method: 'post',
  path: '/api/auth/logout',
  auth: 'user',
  summary: 'End the session that asks',
  status: 204,
});

/** Ends the session and with it its access tokens, and makes the browser forget both cookies. */
export const handleLogout =
  (deps: AccountDeps): Handler<typeof logout, UserCaller> =>
  async (_input, context) => {
    const { user, sessionId } = context.caller;
    await transaction(deps.db, async (trx) => {
      await endSession(trx, { sessionId, userId: user.id, reason: 'logout' });
      await noteEvent(trx, context, {
        action: 'session.logout',
        user,
        target: { kind: 'session', id: sessionId },
      });
    });
    clearCookies(deps, context.response);
    return undefined;
  };
