import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

const TABLES = ['identity.session', 'identity.administrator_session'] as const;
/** `least` passes over null: an open session is over at its own end. */
const IS_OLD = 'least(ended_at, expires_at) < :cutoff';

export async function countSessionsBefore(db: Db, cutoff: Date): Promise<bigint> {
  let count = 0n;
  for (const table of TABLES) {
    const sql = `select count(*) as count from ${table} where ${IS_OLD}`;
    count += (await row<{ count: bigint }>(db, sql, { cutoff }))?.count ?? 0n;
  }
  return count;
}

/** Deletes a batch, users' sessions first; null when there was nothing. */
export async function purgeSessions(db: Db, cutoff: Date, limit: number): Promise<bigint | null> {
  for (const table of TABLES) {
    const deleted = await row<{ gone: bigint }>(
      db,
      `with gone as (
         delete from ${table} where id in (select id from ${table} where ${IS_OLD} limit :limit)
         returning 1)
       select count(*) as gone from gone`,
      { cutoff, limit },
    );
    if (deleted !== null && deleted.gone > 0n) return deleted.gone;
  }
  return null;
}
