import { RESULT_FILES_MAX } from '@tollgate/contract/batches';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { TAKEN } from './file.queries.ts';
import type { FileOwner, FileRoom } from './file.queries.ts';

/** How a batch stands. */
export type BatchState =
  | 'validating'
  | 'failed'
  | 'in_progress'
  | 'finalizing'
  | 'completed'
  | 'expired'
  | 'cancelling'
  | 'cancelled';

/** A fault of a file, or the reason for which a batch was stopped. */
export interface BatchFault {
  code: string;
  message: string;
  /** The line of the file, from 1 on; null where it is none of one line. */
  line: number | null;
  param: string | null;
}

/** Tokens of all lines that were answered. */
export interface BatchUsage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** A batch to be begun. */
export interface NewBatch extends FileOwner {
  id: string;
  apiKeyId: string;
  endpoint: string;
  inputFileId: string;
  /** The id of the call that begins it. */
  requestId: string;
  /** The `Idempotency-Key` of that call; null where it has none. */
  onceKey: string | null;
  metadata: Readonly<Record<string, string>> | null;
  /** For how long files of results are kept, in seconds; null: as retention has it. */
  outputLifeSeconds: number | null;
  /** How long it may take, in milliseconds. */
  windowMs: number;
  /** What its results may come to, in bytes. */
  roomBytes: number;
}

/** How much one owner may have at once. */
export interface BatchRoom extends FileRoom {
  /** Batches that have not ended. */
  openMax: number;
}

/** A batch as its owner sees it. */
export interface BatchRow {
  id: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  endpoint: string;
  inputFileId: string;
  metadata: Record<string, string> | null;
  state: BatchState;
  endsAs: BatchState | null;
  errors: BatchFault[] | null;
  model: string | null;
  lines: number;
  done: number;
  failed: number;
  usage: Partial<BatchUsage>;
  chargedNano: bigint;
  /** Lines that were answered at the batch price of their model. */
  atBatchPrice: number;
  outputFileId: string | null;
  errorFileId: string | null;
  createdAt: Date;
  expiresAt: Date;
  inProgressAt: Date | null;
  finalizingAt: Date | null;
  cancellingAt: Date | null;
  finishedAt: Date | null;
}

// Files of results are named once they are whole.
const SEEN = `id, api_key_id as "apiKeyId", mode, endpoint, input_file_id as "inputFileId",
  metadata, state, ends_as as "endsAs", errors, model, lines, done, failed, usage,
  charged_n as "chargedNano", at_batch_price as "atBatchPrice",
  case when finished_at is not null and not results_due then output_file_id end as "outputFileId",
  case when finished_at is not null and not results_due then error_file_id end as "errorFileId",
  created_at as "createdAt", expires_at as "expiresAt", in_progress_at as "inProgressAt",
  finalizing_at as "finalizingAt", cancelling_at as "cancellingAt", finished_at as "finishedAt"`;

/**
 * Writes a batch. What the results of open batches may come to counts as files that are kept
 * already. Called under `lockRoom`.
 * @returns null where its owner has as much as one may have, or a batch under the same key
 */
export function insertBatch(trx: Db, batch: NewBatch, room: BatchRoom): Promise<BatchRow | null> {
  const { metadata, ...given } = batch;
  return row<BatchRow>(
    trx,
    `insert into requests.batch (id, user_id, api_key_id, mode, endpoint, input_file_id,
       request_id, once_key, metadata, output_life_s, expires_at, room_bytes)
     select :id, :userId, :apiKeyId, :mode, :endpoint, :inputFileId, :requestId, :onceKey,
       cast(:metadata as jsonb), cast(:outputLifeSeconds as int),
       now() + :windowMs * interval '1 millisecond', :roomBytes
     from ${TAKEN} taken
     where taken.files + ${RESULT_FILES_MAX} <= :filesMax
       and taken.bytes + :roomBytes <= :bytesMax
       and (select count(*) from requests.batch
         where user_id = :userId and finished_at is null) < :openMax
     on conflict (user_id, mode, once_key) where once_key is not null do nothing
     returning ${SEEN}`,
    { ...given, ...room, metadata: metadata === null ? null : JSON.stringify(metadata) },
  );
}

/** The batch that an owner has created under an `Idempotency-Key`. */
export function findBatchByKey(
  db: Db,
  name: FileOwner & { onceKey: string },
): Promise<BatchRow | null> {
  return row<BatchRow>(
    db,
    `select ${SEEN} from requests.batch
     where user_id = :userId and mode = :mode and once_key = :onceKey`,
    { ...name },
  );
}

/** A batch of an owner. */
export function findBatch(db: Db, name: FileOwner & { id: string }): Promise<BatchRow | null> {
  return row<BatchRow>(
    db,
    `select ${SEEN} from requests.batch where id = :id and user_id = :userId and mode = :mode`,
    { ...name },
  );
}

/** A page of the batches of an owner, newest first. */
export interface BatchPage {
  userId: string;
  /** Null: those of live and of test keys. */
  mode: 'live' | 'test' | null;
  /** Only those that have not ended, or only those that have; null: both. */
  isOpen: boolean | null;
  /** The id behind which it begins; null: at the newest. */
  after: string | null;
  limit: number;
}

/** Lists batches of an owner. */
export function listBatches(db: Db, page: BatchPage): Promise<BatchRow[]> {
  return rows<BatchRow>(
    db,
    `select ${SEEN} from requests.batch
     where user_id = :userId and (cast(:mode as text) is null or mode = :mode)
       and (cast(:isOpen as boolean) is null or :isOpen = (finished_at is null))
       and (cast(:after as uuid) is null or id < cast(:after as uuid))
     order by id desc limit :limit`,
    { ...page },
  );
}

/**
 * Asks for the end of a batch: no further line is begun. One that is being cancelled already stays
 * as it is.
 * @returns the batch; null where none of this id is open that could still be cancelled
 */
export function cancelBatch(
  db: Db,
  name: { id: string; userId: string },
): Promise<BatchRow | null> {
  return row<BatchRow>(
    db,
    `update requests.batch set
       cancelling_at = coalesce(cancelling_at, now()), turn_at = least(turn_at, now()),
       ends_as = 'cancelled', state = 'cancelling'
     where id = :id and user_id = :userId
       and (state in ('validating', 'in_progress') and ends_as is null or state = 'cancelling')
     returning ${SEEN}`,
    name,
  );
}
