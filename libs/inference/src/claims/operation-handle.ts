import { ASYNC_PATH } from '@tollgate/contract/async';
import type { AsyncOperation } from '@tollgate/contract/async';
import { HEADER } from '@tollgate/contract/headers';
import type { OperationRow } from '@tollgate/requests/operations/operation.queries';
import { pollAfterSeconds } from '@tollgate/requests/operations/poll-after';
import { encodeId } from '@tollgate/runtime/ids';
import type { WholeAnswer } from '../call.ts';

/** The 202 of an operation that is queued or running. */
export function handleAnswer(
  row: Pick<OperationRow, 'id' | 'state' | 'createdAt' | 'expiresAt' | 'ageMs' | 'headers'>,
  { requestId, isReplay }: { requestId: string; isReplay: boolean },
): WholeAnswer {
  const id = encodeId('op', row.id);
  const document: AsyncOperation = {
    id,
    object: 'async_operation',
    status: row.state === 'running' ? 'running' : 'queued',
    status_url: `${ASYNC_PATH}${id}`,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
  return {
    status: 202,
    headers: {
      ...row.headers,
      [HEADER.requestId]: requestId,
      [HEADER.preferenceApplied]: 'respond-async',
      [HEADER.retryAfter]: String(pollAfterSeconds(row.ageMs)),
      [HEADER.idempotentReplay]: String(isReplay),
    },
    body: Buffer.from(JSON.stringify(document)),
  };
}
