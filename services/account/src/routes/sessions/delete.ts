import { GatewayError } from '@tollgate/contract/error-codes';
import { deleteSession } from '@tollgate/contract/routes/account/sessions';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { endSession } from '@tollgate/identity/sessions';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { clearCookies } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';
import { userRoute } from '../../user-route.ts';

/** Ends one session; 404 for every id that is not an open session of the caller. */
export const handleDeleteSession = (deps: AccountDeps): MountedRoute =>
  userRoute(deleteSession, async ({ params }, context) => {
    const { user } = context.caller;
    const sessionId = decodeId('ses', params.session_id);
    if (sessionId === null) throw noSuchSession();
    await transaction(deps.db, async (trx) => {
      const ended = await endSession(trx, { sessionId, userId: user.id, reason: 'revoked' });
      if (!ended) throw noSuchSession();
      const target = { kind: 'session', id: sessionId } as const;
      await noteEvent(trx, context, { action: 'session.revoke', user, target });
    });
    if (sessionId === context.caller.sessionId) clearCookies(deps, context.response);
    return undefined;
  });

function noSuchSession(): GatewayError {
  return new GatewayError('not_found', 'There is no such session.');
}
