import { listUserSessions } from '@tollgate/contract/routes/account/sessions';
import type { MountedRoute } from '@tollgate/http/route';
import { listSessions } from '@tollgate/identity/sessions';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows the open sessions of the caller. */
export const handleListSessions = ({ db }: AccountDeps): MountedRoute =>
  userRoute(listUserSessions, async (_input, { caller }) => {
    const sessions = await listSessions(db, caller.user.id);
    return sessions.map((session) => ({
      id: encodeId('ses', session.id),
      current: session.id === caller.sessionId,
      user_agent: session.userAgent,
      address: session.address,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    }));
  });
