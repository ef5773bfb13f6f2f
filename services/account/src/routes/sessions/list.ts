import { Type } from 'typebox';
import { defineRoute } from '@tollgate/contract/route';
import { SessionOut } from '@tollgate/contract/sessions';
import type { UserCaller } from '@tollgate/identity/authentication';
import { listSessions } from '@tollgate/identity/sessions';
import type { Handler } from '@tollgate/http/serve';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/sessions`. */
export const listUserSessions = defineRoute({
  method: 'get',
  path: '/api/sessions',
  auth: 'user',
  summary: 'Where the account is logged in, newest first',
  status: 200,
  response: Type.Array(SessionOut),
});

/** Shows the open sessions of the caller. */
export const handleListSessions =
  ({ db }: AccountDeps): Handler<typeof listUserSessions, UserCaller> =>
  async (_input, { caller }) => {
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
  };
