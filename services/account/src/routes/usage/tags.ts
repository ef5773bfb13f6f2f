import { getTagUsage } from '@tollgate/contract/routes/account/usage';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { lastDays } from '@tollgate/requests/usage/report';
import { sumByTag } from '@tollgate/requests/usage/tag.queries';
import { tagUsage } from '@tollgate/requests/usage/tag-report';
import type { AccountDeps } from '../../deps.ts';

/** Sums up the caller's own requests by tag. */
export const handleGetTagUsage = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getTagUsage, async ({ query }, { caller }) => {
    const { days, limit, tag = null } = query;
    const range = lastDays(days, new Date());
    const mode = query.mode === 'all' ? null : query.mode;
    const found = await sumByTag(reports, { ...range, userId: caller.user.id, tag, mode, limit });
    return {
      days,
      from: range.from.toISOString(),
      until: range.until.toISOString(),
      data: tagUsage(found),
    };
  });
