import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Messages before a cutoff. */
export async function countMessagesBefore(db: Db, cutoff: Date): Promise<bigint> {
  const sql = 'select count(*) as count from webhooks.message where created_at < :cutoff';
  return (await row<{ count: bigint }>(db, sql, { cutoff }))?.count ?? 0n;
}

/**
 * Deletes a batch of messages with their deliveries, and deleted endpoints that nothing names any
 * more; null when there was no message.
 */
export async function purgeMessages(db: Db, cutoff: Date, limit: number): Promise<bigint | null> {
  const deleted = await row<{ gone: bigint }>(
    db,
    `with gone as (
       delete from webhooks.message where id in (
         select id from webhooks.message where created_at < :cutoff order by created_at limit :limit)
       returning 1)
     select count(*) as gone from gone`,
    { cutoff, limit },
  );
  const gone = deleted?.gone ?? 0n;
  if (gone > 0n) return gone;
  await rows(
    db,
    `delete from webhooks.endpoint e where e.id in (
       select id from webhooks.endpoint where deleted_at < :cutoff order by deleted_at limit :limit)
       and not exists (select 1 from webhooks.delivery d where d.endpoint_id = e.id)`,
    { cutoff, limit },
  );
  return null;
}

/** Forgets alarms whose trouble was not seen for a day. */
export async function forgetOldAlarms(db: Db): Promise<void> {
  await rows(db, "delete from webhooks.alarm where seen_at < now() - interval '1 day'");
}
