import { row } from './connect.ts';
import type { Db } from './connect.ts';

/** Partitions exist from so many days back … */
const PARTITION_DAYS_BACK = 1;
/** … to so many days ahead, so that a worker may be away for a week. */
export const PARTITION_DAYS_AHEAD = 7;

/** Makes the missing partitions of every table that is partitioned by day; gives how many were made. */
export async function ensurePartitions(db: Db): Promise<number> {
  const made = await row<{ made: number }>(
    db,
    'select maintenance.ensure_partitions(:back, :ahead) as made',
    { back: PARTITION_DAYS_BACK, ahead: PARTITION_DAYS_AHEAD },
  );
  return made?.made ?? 0;
}
