import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** What became of one day and model. */
export type LineStatus = 'equal' | 'differs' | 'report_only' | 'book_only';
/** What can be apart on a line. */
export type Measure = 'input' | 'cache_read' | 'cache_write' | 'output' | 'requests' | 'cost';

/** A row of requests.reconciliation; days are texts such as `2026-11-24`. */
export interface Reconciliation {
  id: string;
  bodySha: Buffer;
  provider: string;
  format: string;
  toleranceBp: number;
  firstDay: string;
  lastDay: string;
  days: number;
  daysCompared: number;
  rowsRead: number;
  rowsLeftOut: number;
  /** Null until it is done; a status that no line has is absent. */
  counts: Partial<Record<LineStatus, number>> | null;
  createdBy: string;
  createdAt: Date;
  finishedAt: Date | null;
}

/** A row of requests.reconciliation_line that was compared. */
export interface ReconciliationLine {
  day: string;
  model: string;
  status: LineStatus;
  apart: Measure[];
  reportedInput: bigint | null;
  reportedCacheRead: bigint | null;
  reportedCacheWrite: bigint | null;
  reportedOutput: bigint | null;
  reportedRequests: bigint | null;
  reportedCostN: bigint | null;
  bookInput: bigint | null;
  bookCacheRead: bigint | null;
  bookCacheWrite: bigint | null;
  bookOutput: bigint | null;
  bookRequests: bigint | null;
  bookChargedN: bigint | null;
  bookSuspect: Record<string, number> | null;
}

const COLUMNS = `id, body_sha as "bodySha", provider, format, tolerance_bp as "toleranceBp",
  to_char(first_day, 'YYYY-MM-DD') as "firstDay", to_char(last_day, 'YYYY-MM-DD') as "lastDay",
  last_day - first_day + 1 as days, next_day - first_day as "daysCompared",
  rows_read as "rowsRead", rows_left_out as "rowsLeftOut", counts, created_by as "createdBy",
  created_at as "createdAt", finished_at as "finishedAt"`;

/** Writes a reconciliation of which nothing is compared; false when its name is taken. */
export async function insertReconciliation(
  db: Db,
  made: {
    id: string;
    createdBy: string;
    onceKey: string;
    bodySha: Buffer;
    provider: string;
    format: string;
    toleranceBp: number;
    hasTokens: boolean;
    firstDay: string;
    lastDay: string;
    rowsRead: number;
    rowsLeftOut: number;
  },
): Promise<boolean> {
  const inserted = await row(
    db,
    `insert into requests.reconciliation (id, created_by, once_key, body_sha, provider, format,
       tolerance_bp, has_tokens, first_day, last_day, next_day, rows_read, rows_left_out)
     values (:id, :createdBy, :onceKey, :bodySha, :provider, :format, :toleranceBp, :hasTokens,
       cast(:firstDay as date), cast(:lastDay as date), cast(:firstDay as date), :rowsRead,
       :rowsLeftOut)
     on conflict (created_by, once_key) do nothing returning id`,
    made,
  );
  return inserted !== null;
}

/**
 * Writes the report's side.
 * @param lines a JSON list with the names of the columns after `reported_`; numbers as texts
 */
export async function insertReportedLines(
  db: Db,
  side: { reconciliationId: string; lines: string },
): Promise<void> {
  await rows(
    db,
    `insert into requests.reconciliation_line (reconciliation_id, day, model, is_reported,
       reported_input, reported_cache_read, reported_cache_write, reported_output,
       reported_requests, reported_cost_n)
     select :reconciliationId, l.day, l.model, true, l.input, l.cache_read, l.cache_write, l.output,
       l.requests, l.cost_n
     from jsonb_to_recordset(cast(:lines as jsonb)) as l (day date, model text, input bigint,
       cache_read bigint, cache_write bigint, output bigint, requests bigint, cost_n bigint)`,
    side,
  );
}

/** Forgets all but the newest. */
export async function deleteOldReconciliations(db: Db, kept: number): Promise<void> {
  await rows(
    db,
    `delete from requests.reconciliation where id <= (
       select id from requests.reconciliation order by id desc offset :kept limit 1)`,
    { kept },
  );
}

export function listReconciliations(
  db: Db,
  page: { before: string | null; limit: number },
): Promise<Reconciliation[]> {
  return rows<Reconciliation>(
    db,
    `select ${COLUMNS} from requests.reconciliation
     where cast(:before as uuid) is null or id < cast(:before as uuid)
     order by id desc limit :limit`,
    page,
  );
}

export function findReconciliation(db: Db, id: string): Promise<Reconciliation | null> {
  return row<Reconciliation>(db, `select ${COLUMNS} from requests.reconciliation where id = :id`, {
    id,
  });
}

export function findReconciliationByName(
  db: Db,
  name: { createdBy: string; onceKey: string },
): Promise<Reconciliation | null> {
  return row<Reconciliation>(
    db,
    `select ${COLUMNS} from requests.reconciliation
     where created_by = :createdBy and once_key = :onceKey`,
    name,
  );
}

/** Where a page of lines begins: behind this one. */
export interface LinePosition {
  day: string;
  model: string;
}

/** Lines that were compared, by day and model. */
export function listReconciliationLines(
  db: Db,
  page: { id: string; after: LinePosition | null; onlyDifferences: boolean; limit: number },
): Promise<ReconciliationLine[]> {
  return rows<ReconciliationLine>(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day, model, status, apart,
       reported_input as "reportedInput", reported_cache_read as "reportedCacheRead",
       reported_cache_write as "reportedCacheWrite", reported_output as "reportedOutput",
       reported_requests as "reportedRequests", reported_cost_n as "reportedCostN",
       book_input as "bookInput", book_cache_read as "bookCacheRead",
       book_cache_write as "bookCacheWrite", book_output as "bookOutput",
       book_requests as "bookRequests", book_charged_n as "bookChargedN", book_suspect as "bookSuspect"
     from requests.reconciliation_line
     where reconciliation_id = :id and status is not null
       and (not cast(:onlyDifferences as boolean) or status <> 'equal' or book_suspect is not null)
       and (cast(:day as date) is null or (day, model) > (cast(:day as date), :model))
     order by day, model limit :limit`,
    {
      id: page.id,
      onlyDifferences: page.onlyDifferences,
      limit: page.limit,
      day: page.after?.day ?? null,
      model: page.after?.model ?? '',
    },
  );
}
