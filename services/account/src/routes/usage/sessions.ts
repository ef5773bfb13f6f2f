import { defineRoute } from '@tollgate/contract/route';
import { SessionUsageOut, SessionUsageQuery } from '@tollgate/contract/usage-report';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { Handler } from '@tollgate/http/serve';
import { lastDays } from '@tollgate/requests/usage/report';
import { sumBySession } from '@tollgate/requests/usage/session-queries';
import { sessionUsage } from '@tollgate/requests/usage/session-report';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/usage/sessions`. */
export const getSessionUsage = defineRoute({
  method: 'get',
  path: '/api/usage/sessions',
  auth: 'user',
  summary: 'What the sessions that callers named came to, most credits first',
  query: SessionUsageQuery,
  status: 200,
  response: SessionUsageOut,
});

/** Sums up the caller's own requests by session. */
export const handleGetSessionUsage =
  ({ reports }: AccountDeps): Handler<typeof getSessionUsage, UserCaller> =>
  async ({ query }, { caller }) => {
    const { days, limit, session_id: sessionId = null } = query;
    const range = lastDays(days, new Date());
    const mode = query.mode === 'all' ? null : query.mode;
    const scope = { ...range, userId: caller.user.id, sessionId, mode, limit };
    const sessions = await sumBySession(reports, scope);
    return {
      days,
      from: range.from.toISOString(),
      until: range.until.toISOString(),
      data: sessions.map(sessionUsage),
    };
  };
