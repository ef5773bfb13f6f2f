import { defineRoute } from '@tollgate/contract/route';
import { transaction } from '@tollgate/db/connect';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { endOtherSessions } from '@tollgate/identity/sessions';
import type { AccountDeps } from '../../deps.ts';
import { noteEvent } from '../../trail.ts';

/** `DELETE /api/sessions`. */
export const deleteOtherSessions = defineRoute({
  method: 'delete',
  path: '/api/sessions',
  auth: 'user',
  summary: 'End every session of the account but the one that asks',
  status: 204,
});

/** Ends all other sessions; harmless where there is none. */
export const handleDeleteOtherSessions =
  ({ db }: AccountDeps): Handler<typeof deleteOtherSessions, UserCaller> =>
  async (_input, context) => {
    const { user, sessionId } = context.caller;
    await transaction(db, async (trx) => {
      const ended = await endOtherSessions(trx, { userId: user.id, sessionId });
      const details = { sessions: ended };
      await noteEvent(trx, context, { action: 'session.revoke_others', user, details });
    });
    return undefined;
  };
