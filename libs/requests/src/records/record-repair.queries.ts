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

/**
 * Brings records, and costs of videos, into line with the ledger for calls whose charge or record
 * is of a span of time.
 */
export async function completeRecords(db: Db, span: CompletedSpan): Promise<CompletedRecords> {
  const made = await row<CompletedRecords>(
    db,
    'select changed, recovered from requests.complete_records(:from, :until)',
    { ...span },
  );
  return made ?? { changed: 0, recovered: 0 };
}

/** The ages at which a charge still waits and is compared once more, in milliseconds. */
export interface CompletionTerms {
  /** How old a charge is before it is compared. */
  settledMs: number;
  /** How much of what was compared already is compared again, for records that came late. */
  overlapMs: number;
}

/**
 * The span that is to be compared, by the clock of the database: from where the last run stopped,
 * less the overlap. Nothing before the newest cutoff of a purge belongs to it. Throws when the row
 * that says where the last run stopped is gone.
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

/** A span whose records cannot be completed, with what the database says of it. */
export interface CompletionGap extends CompletedSpan {
  reason: string;
}

/** The longest reason of a gap that is kept, in characters. */
const REASON_CHARACTERS_MAX = 1_000;
/** How many gaps a run looks at. */
const GAPS_MAX = 100;

/** Notes a span whose records cannot be completed, once however often it is met. */
export async function noteGap(db: Db, span: CompletedSpan, reason: string): Promise<void> {
  await rows(
    db,
    `insert into requests.completion_gap as known (from_moment, until_moment, reason)
     values (:from, :until, :reason)
     on conflict (from_moment) do update
     set until_moment = greatest(known.until_moment, excluded.until_moment),
       reason = excluded.reason, last_at = now()`,
    { ...span, reason: reason.slice(0, REASON_CHARACTERS_MAX) },
  );
}

/** The spans whose records could not be completed, oldest first. */
export function listGaps(db: Db): Promise<CompletionGap[]> {
  return rows<CompletionGap>(
    db,
    `select from_moment as "from", until_moment as until, reason
     from requests.completion_gap order by from_moment limit ${GAPS_MAX}`,
  );
}

/** Forgets a span whose records are complete now. */
export async function forgetGap(db: Db, { from }: CompletedSpan): Promise<void> {
  await rows(db, 'delete from requests.completion_gap where from_moment = :from', { from });
}
