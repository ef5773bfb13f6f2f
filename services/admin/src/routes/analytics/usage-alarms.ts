import { UsageAlarmsOut, USAGE_ALARM_ROWS_MAX } from '@tollgate/contract/platform/usage-alarms';
import type { HeldOwnerOut, ImplausibleUsageOut } from '@tollgate/contract/platform/usage-alarms';
import { defineRoute } from '@tollgate/contract/route';
import { publicIdsOf } from '@tollgate/catalog/model-queries';
import type { Db } from '@tollgate/db/connect';
import { emailsOf } from '@tollgate/identity/users';
import { listHeldOwners } from '@tollgate/keys/overrun-queries';
import type { HeldOwner } from '@tollgate/keys/overrun-queries';
import { listImplausible } from '@tollgate/requests/usage/implausible-queries';
import type { ImplausibleModel } from '@tollgate/requests/usage/implausible-queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const getPlatformUsageAlarms = defineRoute({
  method: 'get',
  path: '/api/platform/usage-alarms',
  auth: 'platform',
  needs: 'read',
  summary:
    'Which models had usage reported in the last day that cannot be, and whose overruns of which model go on',
  status: 200,
  response: UsageAlarmsOut,
});

export const handleGetPlatformUsageAlarms =
  ({ reports }: AdminDeps): AdminHandler<typeof getPlatformUsageAlarms> =>
  async () => {
    const [implausible, held] = await Promise.all([
      listImplausible(reports, USAGE_ALARM_ROWS_MAX),
      listHeldOwners(reports, USAGE_ALARM_ROWS_MAX),
    ]);
    return {
      implausible: implausible.map(implausibleOut),
      held_at_worst: await heldOut(reports, held),
    };
  };

async function heldOut(db: Db, held: readonly HeldOwner[]): Promise<HeldOwnerOut[]> {
  const [emails, models] = await Promise.all([
    emailsOf(
      db,
      held.map(({ ownerId }) => ownerId),
    ),
    publicIdsOf(
      db,
      held.map(({ modelId }) => modelId),
    ),
  ]);
  return held.map(({ ownerId, modelId, ratio, excess, since, lastAt }) => ({
    user_id: encodeId('usr', ownerId),
    user_email: emails.get(ownerId) ?? null,
    model: models.get(modelId) ?? null,
    ratio,
    excess,
    since: since.toISOString(),
    last_at: lastAt.toISOString(),
  }));
}

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
