import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** How many rows were changed to what the ledger says, and how many records were made from it. */
export interface CompletedRecords {
  changed: number;
  recovered: number;
}

/** A span of time; its end does not belong to it. */
export interface CompletedSpan {
  from: Date;
  until: Date;
}

/** Brings records, and costs of videos, into line with the ledger for calls whose charge or record is of a span of time. */
export async function completeRecords(db: Db, span: CompletedSpan): Promise<CompletedRecords> {
  const made = await row<CompletedRecords>(
    db,
    'select changed, recovered from requests.complete_records(:from, :until)',
    { ...span },
  );
  return made ?? { changed: 0, recovered: 0 };
}

/** What is young enough to wait, and what is compared once more; in milliseconds. */
export interface CompletionTerms {
  /** How old a charge is before it is compared. */
  settledMs: number;
  /** How much of what was compared already is compared again, for records that came late. */
  overlapMs: number;
}

/**
 * The span that is to be compared, by the clock of the database: from where the last run stopped, less the overlap. Nothing before the
 * newest cutoff of a purge belongs to it. Throws when the row that says where the last run stopped is gone.
 */
export async function getUncompleted(db: Db, terms: CompletionTerms): Promise<CompletedSpan> {
  const span = await row<CompletedSpan>(
    db,
    `select greatest(
         c.completed_until - :overlapMs * interval '1 millisecond',
         requests.records_purged_until()
       ) as "from",
       now() - :settledMs * interval '1 millisecond' as until
     from requests.completion c`,
    { ...terms },
  );
  if (span === null) throw new Error('requests.completion has no row: insert one again');
  return span;
}

/** Notes that everything before a moment has been compared. It never goes back. */
export async function updateCompletion(db: Db, until: Date): Promise<void> {
  await rows(
    db,
    `update requests.completion set completed_until = :until
     where completed_until < :until`,
    { until },
  );
}
