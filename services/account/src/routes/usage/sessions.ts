import { getSessionUsage } from '@tollgate/contract/routes/account/usage';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { lastDays } from '@tollgate/requests/usage/report';
import { sumBySession } from '@tollgate/requests/usage/session.queries';
import { sessionUsage } from '@tollgate/requests/usage/session-report';
import type { AccountDeps } from '../../deps.ts';

/** Sums up the caller's own requests by session. */
export const handleGetSessionUsage = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getSessionUsage, async ({ query }, { caller }) => {
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
  });
