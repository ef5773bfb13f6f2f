import { UsageAlarmsOut, USAGE_ALARM_ROWS_MAX } from '@tollgate/contract/platform/usage-alarms';
import type { ImplausibleUsageOut } from '@tollgate/contract/platform/usage-alarms';
import { defineRoute } from '@tollgate/contract/route';
import { listImplausible } from '@tollgate/requests/usage/implausible-queries';
import type { ImplausibleModel } from '@tollgate/requests/usage/implausible-queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const getPlatformUsageAlarms = defineRoute({
  method: 'get',
  path: '/api/platform/usage-alarms',
  auth: 'platform',
  needs: 'read',
  summary: 'Which models had usage reported in the last day that cannot be',
  status: 200,
  response: UsageAlarmsOut,
});

export const handleGetPlatformUsageAlarms =
  ({ reports }: AdminDeps): AdminHandler<typeof getPlatformUsageAlarms> =>
  async () => {
    const implausible = await listImplausible(reports, USAGE_ALARM_ROWS_MAX);
    return { implausible: implausible.map(implausibleOut) };
  };

function implausibleOut(one: ImplausibleModel): ImplausibleUsageOut {
  const { provider, model, reported, opId, firstAt, lastAt } = one;
  return {
    provider,
    model,
    reported,
    request: encodeId('req', opId),
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
  };
}
