import { row, rows } from './connect.ts';
import type { Db } from './connect.ts';
import { isRetryable } from './failures.ts';

/** How many days back partitions exist … */
const PARTITION_DAYS_BACK = 1;
/** … and how many days ahead, so that a worker may be away for a week. */
export const PARTITION_DAYS_AHEAD = 7;

/**
 * Makes the missing partitions, days or years, of every partitioned table.
 * @returns how many were made
 */
export async function ensurePartitions(db: Db): Promise<number> {
  const made = await row<{ made: number }>(
    db,
    'select maintenance.ensure_partitions(:back, :ahead) as made',
    { back: PARTITION_DAYS_BACK, ahead: PARTITION_DAYS_AHEAD },
  );
  return made?.made ?? 0;
}

/** For which day ahead a partition has to be there: the job that makes them has days to do so. */
const NEEDED_DAYS_AHEAD = 2;

/** The tables that lack a partition for the days, or the month, to come. */
export async function findMissingPartitions(db: Db): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db,
    'select name from maintenance.missing_partitions(:ahead) as name',
    { ahead: NEEDED_DAYS_AHEAD },
  );
  return found.map(({ name }) => name);
}

/** How long days have been over when they are merged: longer than any of their holds may live. */
const QUIET_DAYS = 8;
/** What a step gives as the first word when the work on some days is over, one way or the other. */
const ENDED = /^(?:merged|abandoned) /;

/**
 * Goes on with making one partition of the days of each closed month, of tables that are never
 * dropped. Stops when a month is made, and when the lock of the table is not to be had soon; the
 * next call goes on from there.
 * @param forMs no step begins after this time
 * @returns how many steps were made and what came of the last one; null: nothing is left to do, or
 *   another process does it
 */
export async function mergePartitions(
  db: Db,
  forMs: number,
): Promise<{ steps: number; last: string | null }> {
  const until = performance.now() + forMs;
  let last: string | null = null;
  let steps = 0;
  do {
    try {
      const done = await row<{ did: string | null }>(
        db,
        'select maintenance.merge_step(:quietDays) as did',
        { quietDays: QUIET_DAYS },
      );
      last = done?.did ?? null;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return { steps, last: 'waits for the lock of a table' };
    }
    if (last !== null) steps += 1;
  } while (last !== null && !ENDED.test(last) && performance.now() < until);
  return { steps, last };
}
