import { listPriceHistory } from '@tollgate/catalog/models';
import { priceChanges } from '@tollgate/catalog/price-changes';
import type { PriceVersionInTime } from '@tollgate/catalog/price-version.queries';
import type { PriceHistoryVersion } from '@tollgate/contract/platform/models';
import { listPlatformModelPrices } from '@tollgate/contract/routes/admin/models';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { priceVersionOut } from '../../model-out.ts';
import { namesOf } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformModelPrices = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformModelPrices, async ({ params, query }) => {
    const versions = await listPriceHistory(db, {
      modelId: decodeId('mdl', params.model_id),
      before: cursorOf('prc', query.before) ?? null,
      limit: query.limit,
    });
    const names = await namesOf(
      db,
      versions.map(({ createdBy }) => ({ administrator: createdBy })),
    );
    return versions.map((version) => ({
      ...priceVersionOut(version),
      created_by_email: names.administrator(version.createdBy),
      standing: standingOf(version),
      ends_at: version.endsAt?.toISOString() ?? null,
      changes: priceChanges(version.pricesBefore, version.prices),
    }));
  });

function standingOf(version: PriceVersionInTime): PriceHistoryVersion['standing'] {
  if (version.isScheduled) return 'scheduled';
  return version.isReplaced ? 'past' : 'in_force';
}
