import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { ClaimedOperation } from './operation.queries.ts';

/** An operation of a batch that may have ended. */
export interface OperationOfBatch {
  id: string;
  requestId: string;
  /** Null until it has ended, as all that follows. */
  status: number | null;
  /** Packed. */
  body: Buffer | null;
  chargedNano: bigint | null;
}

/** The operation of a run of a line; null where none was accepted. */
export function findOperationOfBatch(
  db: Db,
  name: { id: string; batchId: string },
): Promise<OperationOfBatch | null> {
  return row<OperationOfBatch>(
    db,
    `select id, request_id as "requestId", case when finished_at is not null then status end as status,
       case when finished_at is not null then body end as body, charged_n as "chargedNano"
     from requests.operation where id = :id and batch_id = :batchId`,
    name,
  );
}

/** The sealed call of an operation of a line. */
export type SealedLine = Pick<
  ClaimedOperation,
  'id' | 'mode' | 'route' | 'requestId' | 'masterVersion' | 'wrappedKey' | 'box' | 'createdAt'
>;

/** The sealed calls of operations that have not ended. */
export function listSealedLines(db: Db, ids: readonly string[]): Promise<SealedLine[]> {
  return rows<SealedLine>(
    db,
    `select id, mode, route, request_id as "requestId", master_version as "masterVersion",
       wrapped_key as "wrappedKey", box, created_at as "createdAt"
     from requests.operation where id = any(cast(:ids as uuid[])) and box is not null`,
    { ids: [...ids] },
  );
}

/**
 * Forgets the operation of a line of a batch that has ended, in the transaction that keeps its
 * result with the line.
 */
export async function deleteEndedOperation(trx: Db, id: string): Promise<void> {
  await rows(trx, 'delete from requests.operation where id = :id and finished_at is not null', {
    id,
  });
}

/** Forgets the operation of a line that its provider has not run. Nothing is held for it. */
export async function deleteSentOperation(trx: Db, id: string): Promise<void> {
  await rows(trx, "delete from requests.operation where id = :id and state = 'sent'", { id });
}
