import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { fromNow } from '@tollgate/db/leased-rows';
import type { BatchUsage } from './batch.queries.ts';

/** A line of a file that was checked. */
export interface NewLine {
  line: number;
  customId: string;
  /** Where it begins in the file, in bytes, and how many it has. */
  startsAt: number;
  bytes: number;
  /** Null: its model goes over the batch interface of a provider, if the line can. */
  price: LinePrice | null;
}

/** At which price a line is held and charged. */
export type LinePrice = 'standard' | 'batch';

/** A line that waits. */
export interface WaitingLine extends NewLine {
  batchId: string;
  /** Counts the operations that were tried for it, from 1 on. */
  run: number;
  /** How often workers have set out to hold credit for this run. */
  attempts: number;
  /** Faults of our own that it met. */
  faults: number;
}

/** Forgets the lines of a check that was not finished. */
export async function deleteLines(db: Db, batchId: string): Promise<void> {
  await rows(db, 'delete from requests.batch_line where batch_id = :batchId', { batchId });
}

/** Writes lines in one statement. */
export async function insertLines(
  db: Db,
  batchId: string,
  lines: readonly NewLine[],
): Promise<void> {
  await rows(
    db,
    `insert into requests.batch_line (batch_id, line, custom_id, starts_at, bytes, price)
     select :batchId, * from unnest(cast(:numbers as int[]), cast(:customIds as text[]),
       cast(:starts as bigint[]), cast(:sizes as int[]), cast(:prices as text[]))`,
    {
      batchId,
      numbers: lines.map(({ line }) => line),
      customIds: lines.map(({ customId }) => customId),
      starts: lines.map(({ startsAt }) => startsAt),
      sizes: lines.map(({ bytes }) => bytes),
      prices: lines.map(({ price }) => price),
    },
  );
}

const WAITING = `batch_id as "batchId", line, custom_id as "customId",
  cast(starts_at as double precision) as "startsAt", bytes, price, run, attempts, faults`;
const MAY_RUN = `state = 'waiting' and (not :isBegun or attempts > 0)
  and coalesce(not_before <= now(), true)`;

/**
 * Lines that our workers may run now, in their order.
 * @param wanted.besides lines that this worker is running
 */
export function listWaitingLines(
  db: Db,
  wanted: { batchId: string; besides: readonly number[]; limit: number; isBegun: boolean },
): Promise<WaitingLine[]> {
  return rows<WaitingLine>(
    db,
    `select ${WAITING} from requests.batch_line
     where batch_id = :batchId and price = 'standard' and ${MAY_RUN}
       and line <> all(cast(:besides as int[]))
     order by line limit :limit`,
    { ...wanted, besides: [...wanted.besides] },
  );
}

/** Lines that may go into a job of a provider now, in their order. */
export function listUnsentLines(
  db: Db,
  wanted: { batchId: string; after: number; limit: number; isBegun: boolean },
): Promise<WaitingLine[]> {
  return rows<WaitingLine>(
    db,
    `select ${WAITING} from requests.batch_line
     where batch_id = :batchId and price is distinct from 'standard' and job_id is null
       and ${MAY_RUN} and line > :after
     order by line limit :limit`,
    wanted,
  );
}

/** The lines of a job that wait for its results. */
export function listLinesOfJob(db: Db, jobId: string): Promise<WaitingLine[]> {
  return rows<WaitingLine>(
    db,
    `select ${WAITING} from requests.batch_line
     where job_id = :jobId and state = 'waiting' order by line`,
    { jobId },
  );
}

/** How many lines wait, and in how many milliseconds the first of them may run. */
export async function countWaitingLines(
  db: Db,
  { batchId, isBegun }: { batchId: string; isBegun: boolean },
): Promise<{ lines: number; inMs: number }> {
  const counted = await row<{ lines: number; inMs: number }>(
    db,
    `select cast(count(*) as int) as lines, cast(coalesce(greatest(0,
       extract(epoch from min(coalesce((select look_at from requests.batch_job job
         where job.id = job_id), not_before, now())) - now()) * 1000), 0)
       as double precision) as "inMs"
     from requests.batch_line
     where batch_id = :batchId and state = 'waiting' and (not :isBegun or attempts > 0)`,
    { batchId, isBegun },
  );
  return counted ?? { lines: 0, inMs: 0 };
}

/** The name of one line. */
export interface LineName {
  batchId: string;
  line: number;
}

/**
 * Notes that credit is about to be held for a run of a line.
 * @returns the number of the hold, which no other try of the run has; null where the line has ended
 *   or has another run
 */
export async function beginAttempt(
  db: Db,
  { batchId, line, run, price }: LineName & { run: number; price: LinePrice },
): Promise<number | null> {
  const begun = await row<{ attempts: number }>(
    db,
    `update requests.batch_line set attempts = attempts + 1, price = :price
     where batch_id = :batchId and line = :line and run = :run and state = 'waiting'
     returning attempts`,
    { batchId, line, run, price },
  );
  return begun?.attempts ?? null;
}

/** Lets a line wait. It was not sent, and nothing is held for it. */
export async function putLineOff(
  db: Db,
  { batchId, line, ...given }: LineName & { pauseMs: number; faults: number },
): Promise<void> {
  await rows(
    db,
    `update requests.batch_line set not_before = ${fromNow('pauseMs')}, faults = :faults
     where batch_id = :batchId and line = :line and state = 'waiting'`,
    { batchId, line, ...given },
  );
}

/**
 * Lets a line whose call failed without a charge run once more, as another operation.
 * @param given.price at which it is run then; null: over the batch interface again, if it can
 */
export async function runLineAgain(
  db: Db,
  given: LineName & { run: number; pauseMs: number; price?: LinePrice | null },
): Promise<void> {
  const { batchId, line, run, pauseMs, price = 'standard' } = given;
  await rows(
    db,
    `update requests.batch_line set run = :run + 1, attempts = 0, job_id = null, price = :price,
       not_before = ${fromNow('pauseMs')}
     where batch_id = :batchId and line = :line and run = :run and state = 'waiting'`,
    { batchId, line, run, pauseMs, price },
  );
}

/** Leaves a line to our workers, which was not begun over a batch interface. */
export async function leaveToWorkers(db: Db, { batchId, line }: LineName): Promise<void> {
  await rows(
    db,
    `update requests.batch_line set price = 'standard'
     where batch_id = :batchId and line = :line and state = 'waiting' and job_id is null`,
    { batchId, line },
  );
}

/** How a line ended. */
export interface LineEnd extends LineName {
  isDone: boolean;
  /** Its line of a file of results, packed. */
  result: Buffer;
  /** Bytes of the line before it was packed. */
  resultBytes: number;
  usage: BatchUsage;
  chargedNano: bigint;
  price: LinePrice;
}

/**
 * Keeps the result of a line and counts it, once: a line that has ended stays as it is.
 * @returns false where it had ended before
 */
export async function endLine(trx: Db, end: LineEnd): Promise<boolean> {
  const { batchId, line, isDone, result, resultBytes, usage, chargedNano, price } = end;
  const ended = await row(
    trx,
    `update requests.batch_line set state = :state, result = :result
     where batch_id = :batchId and line = :line and state = 'waiting' returning line`,
    { batchId, line, state: isDone ? 'done' : 'failed', result },
  );
  if (ended === null) return false;
  await rows(
    trx,
    `update requests.batch set done = done + :done, failed = failed + :failed,
       charged_n = charged_n + cast(:charged as bigint), moved_at = now(),
       at_batch_price = at_batch_price + :atBatchPrice,
       result_bytes = result_bytes + :resultBytes,
       usage = jsonb_build_object(
         'input', coalesce(cast(usage->>'input' as bigint), 0) + :input,
         'cached', coalesce(cast(usage->>'cached' as bigint), 0) + :cached,
         'output', coalesce(cast(usage->>'output' as bigint), 0) + :output,
         'reasoning', coalesce(cast(usage->>'reasoning' as bigint), 0) + :reasoning)
     where id = :batchId`,
    {
      batchId,
      done: isDone ? 1 : 0,
      failed: isDone ? 0 : 1,
      charged: chargedNano.toString(),
      atBatchPrice: isDone && price === 'batch' ? 1 : 0,
      resultBytes,
      ...usage,
    },
  );
  return true;
}

/** A line for a file of results; without a result where it was not run. */
export interface LineResult {
  line: number;
  customId: string;
  /** Packed. */
  result: Buffer | null;
}

/**
 * Lines behind another one, in their order: the first, and those behind it for as long as all of
 * them have no more bytes than wanted.
 * @param wanted.isDone those with an answer, or all others
 */
export function listResults(
  db: Db,
  wanted: { batchId: string; isDone: boolean; after: number; limit: number; bytes: number },
): Promise<LineResult[]> {
  return rows<LineResult>(
    db,
    `with page as (
       select line, row_number() over ahead = 1 as "isFirst",
         sum(coalesce(octet_length(result), 0)) over ahead as "packedBytes"
       from requests.batch_line
       where batch_id = :batchId and (state = 'done') = :isDone and line > :after
       window ahead as (order by line) order by line limit :limit)
     select line, custom_id as "customId", result
     from page join requests.batch_line using (line)
     where batch_id = :batchId and ("isFirst" or "packedBytes" <= :bytes) order by line`,
    wanted,
  );
}
