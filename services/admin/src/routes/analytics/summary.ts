import { UsageSummaryOut, UsageSummaryQuery } from '@tollgate/contract/platform/analytics';
import { defineRoute } from '@tollgate/contract/route';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { lastDays, readTotals } from '@tollgate/requests/usage/report';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const getPlatformUsageSummary = defineRoute({
  method: 'get',
  path: '/api/platform/usage/summary',
  auth: 'platform',
  needs: 'read',
  summary: 'Use of the whole service: today, lately and ever',
  query: UsageSummaryQuery,
  status: 200,
  response: UsageSummaryOut,
});

/** A hundred years. */
const EVER_DAYS = 36_525;

export const handleGetPlatformUsageSummary =
  ({ reports, now }: AdminDeps): AdminHandler<typeof getPlatformUsageSummary> =>
  async ({ query }) => {
    const mode = query.mode === 'all' ? null : query.mode;
    const read = (days: number) =>
      readTotals(reports, { ...EVERY_REQUEST, mode, ...lastDays(days, now()) });
    return {
      today: await read(1),
      last_7_days: await read(7),
      last_30_days: await read(30),
      ever: await read(EVER_DAYS),
    };
  };
