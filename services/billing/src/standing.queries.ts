import { VIDEO_HOLDER } from '@tollgate/contract/billing';
import type { OldestHold, Standing } from '@tollgate/contract/standing';
import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** What an integer of the database holds: 24 days, longer than any hold lives. */
const AGE_MS_MAX = 2_147_483_647;

/**
 * The hold that has waited longest; null while nothing is held. Ids of operations are in the order
 * of time.
 */
export async function findOldestHold(db: Db): Promise<OldestHold | null> {
  const found = await row<Omit<OldestHold, 'created_at'> & { created_at: Date }>(
    db,
    `select op_id, user_id, cast(amount_n as text) as amount_nano, created_at,
       case when owner is null then 'async' when owner = cast(:video as uuid) then 'video'
         else 'call' end as kind,
       cast(least(:most, greatest(0, extract(epoch from now() - created_at) * 1000)) as int)
         as age_ms
     from billing.reservation where state = 'held' order by created_at, op_id limit 1`,
    { video: VIDEO_HOLDER, most: AGE_MS_MAX },
  );
  return found === null ? null : { ...found, created_at: found.created_at.toISOString() };
}

/** What providers bill beyond what was charged, since a moment. */
export async function sumLosses(db: Db, since: string): Promise<Standing['losses']> {
  const found = await row<Standing['losses']>(
    db,
    `select cast(coalesce(sum(uncovered_n) filter (where is_known), 0) as text) as known_nano,
       cast(coalesce(sum(uncovered_n) filter (where not is_known), 0) as text) as at_most_nano
     from billing.provider_cost where at >= cast(:since as timestamptz)`,
    { since },
  );
  return found ?? { known_nano: '0', at_most_nano: '0' };
}
