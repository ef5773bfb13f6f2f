import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Holds that are neither settled nor released. */
export interface OpenHolds {
  count: number;
  nano: bigint;
  /** 0 when there is none. */
  oldestSeconds: number;
  /** Past their own end. */
  overdue: number;
}

/** Reads the index of open holds alone. */
export async function countOpenHolds(db: Db): Promise<OpenHolds> {
  const found = await row<OpenHolds>(
    db,
    `select cast(count(*) as int) as count, cast(coalesce(sum(amount_n), 0) as bigint) as nano,
       cast(coalesce(extract(epoch from now() - min(created_at)), 0) as double precision)
         as "oldestSeconds",
       cast(count(*) filter (where expires_at < now()) as int) as overdue
     from billing.reservation where state = 'held'`,
  );
  return found ?? { count: 0, nano: 0n, oldestSeconds: 0, overdue: 0 };
}
