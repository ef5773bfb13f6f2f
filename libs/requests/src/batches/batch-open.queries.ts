import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** The state of a batch that has not ended. */
export type OpenBatchState = 'validating' | 'in_progress' | 'finalizing' | 'cancelling';

/** Batches that have not ended. */
export interface OpenBatches {
  byState: Readonly<Record<OpenBatchState, number>>;
  /**
   * For how long the one that stands still longest has not come further, those that have ended
   * without their results with them; 0 when there is none.
   */
  stillSeconds: number;
  /** Jobs at the batch interfaces of providers whose results are not read. */
  jobs: number;
  /** The age of the oldest of them; 0 when there is none. */
  oldestJobSeconds: number;
}

/** Counts what has not ended, by its indexes alone. */
export async function measureOpenBatches(db: Db): Promise<OpenBatches> {
  const found = await row<OpenBatches['byState'] & Omit<OpenBatches, 'byState'>>(
    db,
    `select cast(count(*) filter (where state = 'validating') as int) as validating,
       cast(count(*) filter (where state = 'in_progress') as int) as in_progress,
       cast(count(*) filter (where state = 'finalizing') as int) as finalizing,
       cast(count(*) filter (where state = 'cancelling') as int) as cancelling,
       cast(coalesce(extract(epoch from now() - min(moved_at)), 0) as double precision)
         as "stillSeconds", min(open.jobs) as jobs, min(open.seconds) as "oldestJobSeconds"
     from (select cast(count(*) as int) as jobs, cast(coalesce(
         extract(epoch from now() - min(created_at)), 0) as double precision) as seconds
       from requests.batch_job where state in ('filling', 'sending', 'sent')) open
     left join requests.batch on finished_at is null or results_due`,
  );
  const { stillSeconds, jobs, oldestJobSeconds, ...byState } = found ?? NO_BATCHES;
  return { byState, stillSeconds, jobs, oldestJobSeconds };
}
const NO_BATCHES = {
  validating: 0,
  in_progress: 0,
  finalizing: 0,
  cancelling: 0,
  stillSeconds: 0,
  jobs: 0,
  oldestJobSeconds: 0,
};

/** A batch that has not ended, as an operator sees one. */
export interface OpenBatch {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  requestId: string;
  endpoint: string;
  model: string | null;
  state: OpenBatchState;
  lines: number;
  done: number;
  failed: number;
  chargedNano: bigint;
  /** Lines that were answered at the batch price of their model. */
  atBatchPrice: number;
  createdAt: Date;
  movedAt: Date;
  expiresAt: Date;
}

const SEEN = `id, user_id as "userId", api_key_id as "apiKeyId", mode, request_id as "requestId",
  endpoint, model, state, lines, done, failed, charged_n as "chargedNano",
  at_batch_price as "atBatchPrice",
  created_at as "createdAt", moved_at as "movedAt", expires_at as "expiresAt"`;

/** Batches that have not ended, the oldest first. */
export function listOpenBatches(db: Db, { limit }: { limit: number }): Promise<OpenBatch[]> {
  return rows<OpenBatch>(
    db,
    `select ${SEEN} from requests.batch where finished_at is null order by created_at limit :limit`,
    { limit },
  );
}

/** A batch of any owner, if it has not ended. */
export function findOpenBatch(db: Db, id: string): Promise<OpenBatch | null> {
  return row<OpenBatch>(
    db,
    `select ${SEEN} from requests.batch where id = :id and finished_at is null`,
    { id },
  );
}

/** The owner of a batch in any state; null where there is no such batch. */
export async function findOwnerOfBatch(db: Db, id: string): Promise<string | null> {
  const found = await row<{ userId: string }>(
    db,
    'select user_id as "userId" from requests.batch where id = :id',
    { id },
  );
  return found?.userId ?? null;
}
