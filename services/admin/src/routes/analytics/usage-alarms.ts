import { listGoneTargets } from '@tollgate/catalog/gone-target.queries';
import type { GoneTarget } from '@tollgate/catalog/gone-target.queries';
import { publicIdsOf } from '@tollgate/catalog/model.queries';
import { USAGE_ALARM_ROWS_MAX } from '@tollgate/contract/platform/usage-alarms';
import type {
  GoneModelOut,
  HeldOwnerOut,
  ImplausibleUsageOut,
} from '@tollgate/contract/platform/usage-alarms';
import { getPlatformUsageAlarms } from '@tollgate/contract/routes/admin/analytics';
import type { Db } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { emailsOf } from '@tollgate/identity/users';
import { listHeldOwners } from '@tollgate/keys/overrun.queries';
import type { HeldOwner } from '@tollgate/keys/overrun.queries';
import { listImplausible } from '@tollgate/requests/usage/implausible-usage.queries';
import type { ImplausibleModel } from '@tollgate/requests/usage/implausible-usage.queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformUsageAlarms = ({ reports }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformUsageAlarms, async () => {
    const [implausible, held, gone] = await Promise.all([
      listImplausible(reports, USAGE_ALARM_ROWS_MAX),
      listHeldOwners(reports, USAGE_ALARM_ROWS_MAX),
      listGoneTargets(reports, USAGE_ALARM_ROWS_MAX),
    ]);
    return {
      implausible: implausible.map(implausibleOut),
      held_at_worst: await heldOut(reports, held),
      gone: gone.map(goneOut),
    };
  });

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

function goneOut(one: GoneTarget): GoneModelOut {
  const { provider, model, credentialId, credential: name, firstAt, lastAt } = one;
  return {
    provider,
    model,
    credential: { id: encodeId('cred', credentialId), name },
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
  };
}
