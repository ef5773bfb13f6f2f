import { deleteOtherSessions } from '@tollgate/contract/routes/account/sessions';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { endOtherSessions } from '@tollgate/identity/sessions';
import type { AccountDeps } from '../../deps.ts';
import { noteEvent } from '../../trail.ts';
import { userRoute } from '../../user-route.ts';

/** Ends all other sessions; harmless where there is none. */
export const handleDeleteOtherSessions = ({ db }: AccountDeps): MountedRoute =>
  userRoute(deleteOtherSessions, async (_input, context) => {
    const { user, sessionId } = context.caller;
    await transaction(db, async (trx) => {
      const ended = await endOtherSessions(trx, { userId: user.id, sessionId });
      const details = { sessions: ended };
      await noteEvent(trx, context, { action: 'session.revoke_others', user, details });
    });
    return undefined;
  });
