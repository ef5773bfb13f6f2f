import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** An asynchronous operation, for its owner to look at. */
export interface KeptOperation {
  id: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  route: string;
  requestId: string;
  state: 'queued' | 'running' | 'done' | 'failed';
  /** Null until it has ended. */
  status: number | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date;
  /** Its answer can be read. */
  isKept: boolean;
}

/** Which operations of an owner to list. */
export interface OperationsWanted {
  userId: string;
  /** Only those that have not ended, or only those that have; null: both. */
  isOpen: boolean | null;
  /** Behind this id; null: from the newest on. */
  after: string | null;
  limit: number;
}

const OPEN = "state in ('queued', 'running')";
// An answer may be stored before its charge; callers get it once the charge is recorded.
const SEEN = `id, api_key_id as "apiKeyId", mode, route, request_id as "requestId",
  case state when 'sent' then 'queued' else state end as state,
  case when finished_at is not null then status end as status, created_at as "createdAt",
  finished_at as "finishedAt", expires_at as "expiresAt",
  finished_at is not null and expires_at > now() as "isKept"`;

/**
 * A page of an owner's operations, newest first, read from the index of owners. An owner has a
 * bounded number of operations that are open, so neither choice reads much of the other.
 */
export function listKeptOperations(db: Db, wanted: OperationsWanted): Promise<KeptOperation[]> {
  const { isOpen, ...given } = wanted;
  const state = { true: `and ${OPEN}`, false: `and not (${OPEN})`, null: '' }[`${isOpen}`];
  return rows<KeptOperation>(
    db,
    `select ${SEEN} from requests.operation
     where user_id = :userId and batch_id is null ${state}
       and (cast(:after as uuid) is null or id < cast(:after as uuid))
     order by id desc limit :limit`,
    given,
  );
}

/** An operation of an owner with the packed answer, as long as that may be read. */
export function findKeptOperation(
  db: Db,
  name: { id: string; userId: string },
): Promise<(KeptOperation & { body: Buffer | null }) | null> {
  return row(
    db,
    `select ${SEEN}, case when finished_at is not null and expires_at > now() then body end as body
     from requests.operation where id = :id and user_id = :userId`,
    name,
  );
}
