import { getPlatformSessions } from '@tollgate/contract/routes/admin/analytics';
import type { MountedRoute } from '@tollgate/http/route';
import { lastDays } from '@tollgate/requests/usage/report';
import { sumBySession } from '@tollgate/requests/usage/session.queries';
import { sessionUsage } from '@tollgate/requests/usage/session-report';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';
import { platformFilter } from '../../request-filter.ts';

export const handleGetPlatformSessions = (deps: AdminDeps): MountedRoute =>
  platformRoute(
    getPlatformSessions,
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
    },
  );
