import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { fromNow, leasedRows, renewLease } from '@tollgate/db/leased-rows';
import type { BatchTarget } from './batch-job.queries.ts';
import type { BatchFault, BatchState } from './batch.queries.ts';

/** A batch that a worker has claimed for one turn. */
export interface ClaimedBatch {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  endpoint: string;
  inputFileId: string;
  /** Bytes of the file; null where it is gone. */
  inputBytes: number | null;
  outputLifeSeconds: number | null;
  state: BatchState;
  endsAs: BatchState | null;
  errors: BatchFault[] | null;
  /** The models whose lines go over the batch interface of a provider. */
  targets: BatchTarget[];
  resultBytes: number;
  outputFileId: string | null;
  errorFileId: string | null;
  /** The fence of every later write. */
  claims: number;
  /** Its window is over. */
  over: boolean;
  /** For how long it has not come further, in milliseconds. */
  stillMs: number;
  /** The batch has ended before its results were written. */
  areResultsDue: boolean;
}

/** The claim that a row is written for. */
export interface BatchFence {
  id: string;
  claims: number;
}

/** Workers have something to do for it. */
const OPEN = '(finished_at is null or results_due)';

/** Batches are claimed by workers, for one turn at a time. */
const LEASES = leasedRows({
  table: 'requests.batch',
  key: { id: 'id' },
  fence: 'claims',
  owner: { column: 'lease_owner', binding: 'worker' },
  standing: OPEN,
});
const { held: CLAIMED, release } = LEASES;

// One batch of an owner is worked on at a time, so that its lines never are more than one turn has.
const DUE = LEASES.next({
  where: `${OPEN} and turn_at <= now() and not exists (
    select from requests.batch other
    where other.user_id = batch.user_id and (other.finished_at is null or other.results_due)
      and other.id <> batch.id and other.lease_until >= statement_timestamp())`,
  orderBy: 'turn_at',
});

/**
 * Whether any batch waits for a turn. Asked before {@link lockTurns}, since workers look often and
 * most looks find none.
 */
export async function isBatchDue(db: Db): Promise<boolean> {
  const found = await row<{ due: boolean }>(
    db,
    `select exists (select from requests.batch
       where ${OPEN} and turn_at <= now()) as due`,
  );
  return found?.due === true;
}

/** Names the lock under which turns are given, so that two workers never serve one owner. */
const TURNS_LOCK = 7_252_025;

/** Waits until no other worker is given a turn; others wait until the transaction ends. */
export async function lockTurns(trx: Db): Promise<void> {
  await rows(trx, 'select pg_advisory_xact_lock(:lock)', { lock: TURNS_LOCK });
}

/** Claims the batch whose turn it is, under {@link lockTurns}; null when none waits. */
export function claimBatch(
  trx: Db,
  claim: { worker: string; leaseMs: number },
): Promise<ClaimedBatch | null> {
  return row<ClaimedBatch>(
    trx,
    `update requests.batch set ${LEASES.claim}
     where id = ${DUE}
     returning id, user_id as "userId", api_key_id as "apiKeyId", mode, endpoint,
       input_file_id as "inputFileId", (select cast(f.bytes as double precision)
         from requests.file f where f.id = input_file_id and f.deleted_at is null)
         as "inputBytes", output_life_s as "outputLifeSeconds", state, ends_as as "endsAs",
       errors, targets, cast(result_bytes as double precision) as "resultBytes",
       output_file_id as "outputFileId", error_file_id as "errorFileId", claims,
       expires_at <= now() as over, results_due as "areResultsDue",
       cast(extract(epoch from now() - moved_at) * 1000 as double precision) as "stillMs"`,
    { ...claim },
  );
}

/** Whether another batch could have its turn if this one rested. */
export async function doesAnotherWait(db: Db, { id }: Pick<BatchFence, 'id'>): Promise<boolean> {
  const waiting = await row(
    db,
    `select 1 as one from requests.batch
     where ${OPEN} and turn_at <= now() and ${LEASES.free} and id <> :id
       and not exists (select from requests.batch other
         where other.user_id = batch.user_id and (other.finished_at is null or other.results_due)
           and other.id <> :id and other.lease_until >= statement_timestamp())
     limit 1`,
    { id },
  );
  return waiting !== null;
}

/** Keeps a claim for another lease. @returns false when it is lost */
export function renewBatch(db: Db, fence: BatchFence & { leaseMs: number }): Promise<boolean> {
  return renewLease(db, LEASES, { ...fence });
}

/** How a batch stands while a worker has it. */
export type StandingBatch = Pick<ClaimedBatch, 'endsAs' | 'over' | 'resultBytes'>;

/** How a claimed batch stands now; null when the claim is lost. */
export function readBatch(db: Db, { id, claims }: BatchFence): Promise<StandingBatch | null> {
  return row(
    db,
    `select ends_as as "endsAs", expires_at <= now() as over,
       cast(result_bytes as double precision) as "resultBytes" from requests.batch
     where ${CLAIMED}`,
    { id, claims },
  );
}

/** Notes that a batch comes further, though none of its lines has ended. */
export async function noteMoved(db: Db, { id }: Pick<BatchFence, 'id'>): Promise<void> {
  await rows(db, 'update requests.batch set moved_at = now() where id = :id', { id });
}

/** Gives a batch back; its next turn comes after a pause. */
export async function giveBackBatch(
  db: Db,
  { id, claims }: BatchFence,
  pauseMs: number,
): Promise<void> {
  await rows(
    db,
    `update requests.batch set ${release}, turn_at = ${fromNow('pauseMs')} where ${CLAIMED}`,
    { id, claims, pauseMs },
  );
}

/** Lets a batch whose file was checked begin; false when the claim is lost. */
export function beginBatch(
  db: Db,
  fence: BatchFence & {
    lines: number;
    model: string | null;
    targets: readonly BatchTarget[];
    /** What the results of its lines may come to, in bytes. */
    roomBytes: number;
  },
): Promise<boolean> {
  return changed(
    db,
    `update requests.batch set lines = :lines, model = :model, in_progress_at = now(),
       targets = cast(:targets as jsonb), room_bytes = least(room_bytes, :roomBytes),
       moved_at = now(), state = case when state = 'validating' then 'in_progress' else state end
     where ${CLAIMED} and state in ('validating', 'cancelling') returning id`,
    { ...fence, targets: JSON.stringify(fence.targets) },
  );
}

/** Ends a batch whose file has faults; false when the claim is lost. */
export function refuseBatch(
  db: Db,
  { errors, ...fence }: BatchFence & { errors: readonly BatchFault[] },
): Promise<boolean> {
  return changed(
    db,
    `update requests.batch set state = 'failed', ends_as = 'failed', finished_at = now(),
       moved_at = now(), errors = cast(:errors as jsonb), ${release}
     where ${CLAIMED} returning id`,
    { ...fence, errors: JSON.stringify(errors) },
  );
}

/**
 * Decides how a batch ends; its lines that were not begun are not run any more. A decision that was
 * made before stays.
 */
export function stopBatch(
  db: Db,
  { fault, ...fence }: BatchFence & { as: 'failed' | 'expired'; fault: BatchFault | null },
): Promise<boolean> {
  return changed(
    db,
    `update requests.batch set ends_as = :as, errors = coalesce(cast(:errors as jsonb), errors)
     where ${CLAIMED} and ends_as is null returning id`,
    { ...fence, errors: fault === null ? null : JSON.stringify([fault]) },
  );
}

/**
 * Names the files of results before they are written, and counts the lines that were not run among
 * the failed ones; false when the claim is lost.
 */
export function finalizeBatch(
  db: Db,
  fence: BatchFence & { outputFileId: string; errorFileId: string },
): Promise<boolean> {
  return changed(
    db,
    `update requests.batch set state = 'finalizing', finalizing_at = now(), moved_at = now(),
       ends_as = coalesce(ends_as, 'completed'), failed = lines - done, output_file_id = :outputFileId,
       error_file_id = :errorFileId
     where ${CLAIMED} returning id`,
    { ...fence },
  );
}

// The errors of a batch besides those of writing its results.
const OTHER_ERRORS = `(select jsonb_agg(fault order by number)
  from jsonb_array_elements(errors) with ordinality as known(fault, number)
  where fault ->> 'code' <> all (array['results_delayed', 'results_not_written']))`;
const WITH_FAULT = `coalesce(${OTHER_ERRORS}, '[]') || cast(:fault as jsonb)`;

/** Notes in a batch why its results could not be written yet. */
export function noteDelay(
  db: Db,
  { fault, ...fence }: BatchFence & { fault: BatchFault },
): Promise<boolean> {
  return changed(
    db,
    `update requests.batch set errors = ${WITH_FAULT}
     where ${CLAIMED} and state = 'finalizing' returning id`,
    { ...fence, fault: JSON.stringify(fault) },
  );
}

/** Ends a batch whose results could not be written; they stay with its lines and remain due. */
export function endWithoutResults(
  db: Db,
  { fault, ...fence }: BatchFence & { fault: BatchFault },
): Promise<boolean> {
  return changed(
    db,
    `update requests.batch set state = 'failed', finished_at = now(), results_due = true,
       errors = ${WITH_FAULT}
     where ${CLAIMED} and state = 'finalizing' returning id`,
    { ...fence, fault: JSON.stringify(fault) },
  );
}

/**
 * Ends a batch whose results are written. One that has ended without them stays as it has ended,
 * with another fault.
 * @param given.late the fault of such a batch
 * @returns false when the claim is lost
 */
export function endBatch(
  db: Db,
  {
    late,
    ...given
  }: BatchFence & { outputFileId: string | null; errorFileId: string | null; late: BatchFault },
): Promise<boolean> {
  return changed(
    db,
    `update requests.batch set state = case when results_due then state else ends_as end,
       errors = case when results_due then ${WITH_FAULT} else ${OTHER_ERRORS} end,
       finished_at = coalesce(finished_at, now()), moved_at = now(), results_due = false,
       output_file_id = cast(:outputFileId as uuid), error_file_id = cast(:errorFileId as uuid),
       ${release}
     where ${CLAIMED} and (state = 'finalizing' or results_due) returning id`,
    { ...given, fault: JSON.stringify(late) },
  );
}

async function changed(
  db: Db,
  sql: string,
  bindings: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return (await row(db, sql, bindings)) !== null;
}
