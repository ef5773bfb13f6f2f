import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Notes days, such as `2026-01-31`, as ones that are in the archive alone. As the owner. */
export async function noteLeftDays(owner: Db, days: readonly string[]): Promise<void> {
  await rows(
    owner,
    `insert into requests.archived_day (day, claims, rows, charged_n, digest, bytes, store, name,
       archived_at, left_at)
     select day, 1, 1, 0, sha256(''), 1, 's3://archive', 'records-' || day, now(), now()
     from unnest(cast(:days as date[])) day`,
    { days: [...days] },
  );
}
