import { getPlatformStanding } from '@tollgate/contract/routes/admin/analytics';
import type { OldestHold } from '@tollgate/contract/standing';
import type { MountedRoute } from '@tollgate/http/route';
import { formatCredits } from '@tollgate/money/credits';
import { findArchived } from '@tollgate/requests/records/archived-span.queries';
import { lastDays } from '@tollgate/requests/usage/report';
import { sumUplifts } from '@tollgate/requests/usage/uplift.queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

const MS_PER_SECOND = 1_000;

export const handleGetPlatformStanding = ({ reports, billing, now }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformStanding, async ({ query: { days } }) => {
    const range = lastDays(days, now());
    const [uplifts, archived, standing] = await Promise.all([
      sumUplifts(reports, range),
      findArchived(reports, { dateFrom: range.from, dateTo: range.until }),
      billing.standing(range.from),
    ]);
    const losses = BigInt(standing.losses.known_nano);
    const atMost = BigInt(standing.losses.at_most_nano);
    return {
      days,
      from: range.from.toISOString(),
      until: range.until.toISOString(),
      archived,
      margin: {
        uplifts: formatCredits(uplifts),
        losses: formatCredits(losses),
        losses_at_most: formatCredits(atMost),
        least: formatCredits(uplifts - losses - atMost),
        most: formatCredits(uplifts - losses),
      },
      oldest_hold: standing.oldest_hold === null ? null : holdOut(standing.oldest_hold),
    };
  });

function holdOut(hold: OldestHold) {
  return {
    operation_id: encodeId('op', hold.op_id),
    user_id: encodeId('usr', hold.user_id),
    kind: hold.kind,
    held: formatCredits(BigInt(hold.amount_nano)),
    created_at: hold.created_at,
    age_seconds: Math.floor(hold.age_ms / MS_PER_SECOND),
  };
}
