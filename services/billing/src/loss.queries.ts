import type { LossItem, LossResult, OwnerLosses } from '@tollgate/contract/losses';
import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Records losses in one transaction; results in the order of the items. */
export function bookLosses(db: Db, items: readonly LossItem[]): Promise<LossResult[]> {
  return rows<LossResult>(
    db,
    'select outcome from billing.book_losses(cast(:items as jsonb)) order by ordinal',
    { items: JSON.stringify(items) },
  );
}

/**
 * What calls of each owner have cost the platform over the last days, and what their overruns took
 * beyond their holds; the largest loss first.
 */
export async function listLosses(
  db: Db,
  { days, limit }: { days: number; limit: number },
): Promise<OwnerLosses[]> {
  const found = await rows<Omit<OwnerLosses, 'last_at'> & { last_at: Date }>(
    db,
    `select user_id, cast(known_n as text) as known_nano, cast(at_most_n as text) as at_most_nano,
       cast(losses as int) as count, cast(covered_n as text) as covered_nano,
       cast(covered as int) as covered_count, last_at
     from billing.overuse_by_owner(now() - :days * interval '1 day', :limit)`,
    { days, limit },
  );
  return found.map((one) => ({ ...one, last_at: one.last_at.toISOString() }));
}
