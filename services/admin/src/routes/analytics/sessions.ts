import { PlatformSessionsOut, PlatformSessionsQuery } from '@tollgate/contract/platform/analytics';
import { defineRoute } from '@tollgate/contract/route';
import { lastDays } from '@tollgate/requests/usage/report';
import { sumBySession } from '@tollgate/requests/usage/session-queries';
import { sessionUsage } from '@tollgate/requests/usage/session-report';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { platformFilter } from '../../request-filter.ts';

export const getPlatformSessions = defineRoute({
  method: 'get',
  path: '/api/platform/usage/sessions',
  auth: 'platform',
  needs: 'read',
  summary: 'What the sessions that callers named came to, most credits first',
  query: PlatformSessionsQuery,
  status: 200,
  response: PlatformSessionsOut,
});

export const handleGetPlatformSessions =
  (deps: AdminDeps): AdminHandler<typeof getPlatformSessions> =>
  async ({ query: { days, limit, session_id: sessionId = null, ...text } }) => {
    const range = lastDays(days, deps.now());
    const filter = await platformFilter(deps, text);
    const sessions =
      filter === null
        ? []
        : await sumBySession(deps.reports, {
            ...range,
            userId: filter.userId,
            mode: filter.mode,
            sessionId,
            limit,
          });
    const names = await namesOf(
      deps.reports,
      sessions.map(({ userId }) => ({ user: userId })),
    );
    return {
      days,
      from: range.from.toISOString(),
      until: range.until.toISOString(),
      data: sessions.map((one) => ({
        user_id: encodeId('usr', one.userId),
        user_email: names.email(one.userId),
        ...sessionUsage(one),
      })),
    };
  };
