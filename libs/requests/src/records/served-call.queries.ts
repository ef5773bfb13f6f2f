import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/**
 * Whether a call with a live key was ever served; asked of the few kinds of requests, which outlive
 * the records.
 */
export async function wasAnyCallServed(db: Db): Promise<boolean> {
  const found = await row<{ served: boolean }>(
    db,
    `select exists (
       select from requests.rollup_kind
       where mode = 'live' and outcome = 'served' and status < 400) as served`,
  );
  return found?.served ?? false;
}
