import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** An asynchronous operation, a video or a batch that has ended. */
export interface EndedOperation {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  requestId: string;
  isFailed: boolean;
  /** The status of the answer of an operation. */
  status: number | null;
  /** Why a video has failed, or a batch has not completed. */
  errorCode: string | null;
  createdAt: Date;
  finishedAt: Date;
}

const ENDED = `id, user_id as "userId", api_key_id as "apiKeyId", mode, request_id as "requestId",
  created_at as "createdAt", finished_at as "finishedAt"`;
/** An index of each table holds what this asks for and nothing else. */
const WAITS = 'finished_at is not null and not end_is_told';
const UNTOLD = `${WAITS} order by finished_at limit :limit for update skip locked`;

/** Whether the end of anything waits to be reported: a look that most often finds nothing. */
export async function isEndWaiting(db: Db): Promise<boolean> {
  const found = await row<{ waits: boolean }>(
    db,
    `select exists (select from requests.operation where batch_id is null and ${WAITS})
       or exists (select from requests.video where ${WAITS})
       or exists (select from requests.batch where ${WAITS}) as waits`,
  );
  return found?.waits === true;
}

/**
 * Takes operations whose end was not reported yet and marks the end as reported, in the transaction
 * of the report.
 */
export function takeEndedOperations(trx: Db, limit: number): Promise<EndedOperation[]> {
  return rows<EndedOperation>(
    trx,
    `update requests.operation set end_is_told = true
     where id in (
       select id from requests.operation where batch_id is null and ${UNTOLD})
     returning ${ENDED}, state = 'failed' as "isFailed", status, null as "errorCode"`,
    { limit },
  );
}

/**
 * Takes videos whose end was not reported yet and marks it as reported, in the transaction that
 * reports it.
 */
export function takeEndedVideos(trx: Db, limit: number): Promise<EndedOperation[]> {
  return rows<EndedOperation>(
    trx,
    `update requests.video set end_is_told = true
     where id in (select id from requests.video where ${UNTOLD})
     returning ${ENDED}, state = 'failed' as "isFailed", cast(null as int) as status,
       error_code as "errorCode"`,
    { limit },
  );
}

/**
 * Takes batches whose end was not reported yet and marks it as reported, in the transaction that
 * reports it.
 */
export function takeEndedBatches(trx: Db, limit: number): Promise<EndedOperation[]> {
  return rows<EndedOperation>(
    trx,
    `update requests.batch set end_is_told = true
     where id in (select id from requests.batch where ${UNTOLD})
     returning ${ENDED}, state <> 'completed' as "isFailed", cast(null as int) as status,
       case when state <> 'completed'
         then coalesce(errors #>> '{0,code}', 'batch_' || state) end as "errorCode"`,
    { limit },
  );
}
