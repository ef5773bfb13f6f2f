import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { BatchRow } from './batch.queries.ts';

/** A file of a batch that can be fetched. */
export interface FileOfBatch {
  id: string;
  filename: string;
  bytes: number;
  /** RFC 3339; null where the policy of retention alone ends it. */
  expiresAt: string | null;
}

/** A batch, for its owner to look at in the console. */
export interface BatchOfUser extends Pick<
  BatchRow,
  | 'id'
  | 'apiKeyId'
  | 'mode'
  | 'endpoint'
  | 'model'
  | 'state'
  | 'errors'
  | 'lines'
  | 'done'
  | 'failed'
  | 'chargedNano'
  | 'atBatchPrice'
  | 'createdAt'
  | 'expiresAt'
  | 'finishedAt'
> {
  requestId: string;
  inputFile: FileOfBatch | null;
  outputFile: FileOfBatch | null;
  errorFile: FileOfBatch | null;
}

// The names of files of results are known before the files are whole, which have no row until then.
const fileOf = (column: string): string => `(
  select jsonb_build_object('id', f.id, 'filename', f.filename, 'bytes', f.bytes,
    'expiresAt', f.expires_at)
  from requests.file f
  where f.id = b.${column} and f.user_id = b.user_id and f.bytes is not null
    and f.deleted_at is null and coalesce(f.expires_at > now(), true))`;

const SEEN = `b.id, b.api_key_id as "apiKeyId", b.mode, b.endpoint, b.model, b.state, b.errors,
  b.request_id as "requestId", b.lines, b.done, b.failed, b.charged_n as "chargedNano",
  b.at_batch_price as "atBatchPrice",
  b.created_at as "createdAt", b.expires_at as "expiresAt", b.finished_at as "finishedAt",
  ${fileOf('input_file_id')} as "inputFile", ${fileOf('output_file_id')} as "outputFile",
  ${fileOf('error_file_id')} as "errorFile"`;

/** Which batches of an owner to list. */
export interface BatchesWanted {
  userId: string;
  /** Only those that have not ended, or only those that have; null: both. */
  isOpen: boolean | null;
  /** Behind this id; null: from the newest on. */
  after: string | null;
  limit: number;
}

/** A page of an owner's batches, those of live and of test keys, newest first. */
export function listBatchesOfUser(db: Db, wanted: BatchesWanted): Promise<BatchOfUser[]> {
  return rows<BatchOfUser>(
    db,
    `select ${SEEN} from requests.batch b
     where user_id = :userId
       and (cast(:isOpen as boolean) is null or :isOpen = (finished_at is null))
       and (cast(:after as uuid) is null or id < cast(:after as uuid))
     order by id desc limit :limit`,
    { ...wanted },
  );
}

/** A batch of an owner. */
export function findBatchOfUser(
  db: Db,
  name: { id: string; userId: string },
): Promise<BatchOfUser | null> {
  return row<BatchOfUser>(
    db,
    `select ${SEEN} from requests.batch b where id = :id and user_id = :userId`,
    name,
  );
}
