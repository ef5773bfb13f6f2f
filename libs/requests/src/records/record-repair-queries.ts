import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** How many records were changed to what the ledger says, and how many were made from it. */
export interface CompletedRecords {
  changed: number;
  recovered: number;
}

/** Brings the records of calls whose charge is between two numbers of milliseconds old into line with the ledger. */
export async function completeRecords(
  db: Db,
  span: { fromMs: number; toMs: number },
): Promise<CompletedRecords> {
  const made = await row<CompletedRecords>(
    db,
    `select changed, recovered from requests.complete_records(
       now() - :fromMs * interval '1 millisecond', now() - :toMs * interval '1 millisecond')`,
    span,
  );
  return made ?? { changed: 0, recovered: 0 };
}
