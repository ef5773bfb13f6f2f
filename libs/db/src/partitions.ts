import { row } from './connect.ts';
import type { Db } from './connect.ts';

/** How many days back partitions exist … */
const PARTITION_DAYS_BACK = 1;
/** … and how many days ahead, so that a worker may be away for a week. */
export const PARTITION_DAYS_AHEAD = 7;

/** Makes the missing partitions of every table that is partitioned by day. @returns how many were made */
export async function ensurePartitions(db: Db): Promise<number> {
  const made = await row<{ made: number }>(
    db,
    'select maintenance.ensure_partitions(:back, :ahead) as made',
    { back: PARTITION_DAYS_BACK, ahead: PARTITION_DAYS_AHEAD },
  );
  return made?.made ?? 0;
}
