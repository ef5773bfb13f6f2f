import { getPlatformUsageSummary } from '@tollgate/contract/routes/admin/analytics';
import type { MountedRoute } from '@tollgate/http/route';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { lastDays, readTotals } from '@tollgate/requests/usage/report';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

/** A hundred years. */
const EVER_DAYS = 36_525;

export const handleGetPlatformUsageSummary = ({ reports, now }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformUsageSummary, async ({ query }) => {
    const mode = query.mode === 'all' ? null : query.mode;
    const read = (days: number) =>
      readTotals(reports, { ...EVERY_REQUEST, mode, ...lastDays(days, now()) });
    return {
      today: await read(1),
      last_7_days: await read(7),
      last_30_days: await read(30),
      ever: await read(EVER_DAYS),
    };
  });
