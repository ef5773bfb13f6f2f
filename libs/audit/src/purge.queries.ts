import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

export async function countAuditEventsBefore(db: Db, cutoff: Date): Promise<bigint> {
  const sql = 'select count(*) as count from audit.event where at < :cutoff';
  return (await row<{ count: bigint }>(db, sql, { cutoff }))?.count ?? 0n;
}

export async function countAccessEventsBefore(db: Db, cutoff: Date): Promise<bigint> {
  const sql = 'select count(*) as count from audit.access_event where at < :cutoff';
  return (await row<{ count: bigint }>(db, sql, { cutoff }))?.count ?? 0n;
}

/**
 * One step: a partition or a batch, behind the chain's anchor, which goes ahead; null when nothing
 * is left.
 */
export async function purgeAuditEvents(
  db: Db,
  cutoff: Date,
  limit: number,
): Promise<bigint | null> {
  const sql = 'select audit.purge_events(:cutoff, :limit) as gone';
  return (await row<{ gone: bigint | null }>(db, sql, { cutoff, limit }))?.gone ?? null;
}

/** One step: a partition or a batch; null when nothing is left. */
export async function purgeAccessEvents(
  db: Db,
  cutoff: Date,
  limit: number,
): Promise<bigint | null> {
  const sql = 'select audit.purge_access_events(:cutoff, :limit) as gone';
  return (await row<{ gone: bigint | null }>(db, sql, { cutoff, limit }))?.gone ?? null;
}
