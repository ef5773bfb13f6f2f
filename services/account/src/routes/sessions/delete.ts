import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import { SessionIdParams } from '@tollgate/contract/sessions';
import { transaction } from '@tollgate/db/connect';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endSession } from '@tollgate/identity/sessions';
import type { Handler } from '@tollgate/http/serve';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { clearCookies } from '../../sign-in.ts';
import { noteEvent } from '../../trail.ts';

/** `DELETE /api/sessions/:session_id`. */
export const deleteSession = defineRoute({
  method: 'delete',
  path: '/api/sessions/:session_id',
  auth: 'user',
  summary: 'End one session of the account',
  params: SessionIdParams,
  status: 204,
});

/** Ends one session; 404 for every id that is not an open session of the caller. */
export const handleDeleteSession =
  (deps: AccountDeps): Handler<typeof deleteSession, UserCaller> =>
  async ({ params }, context) => {
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
  };

function noSuchSession(): GatewayError {
  return new GatewayError('not_found', 'There is no such session.');
}
