import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { Knex } from '@tollgate/db/connect';
import { notStored, stillRunning } from '@tollgate/requests/operations/idempotency';
import {
  findOperation,
  findOperationOfUser,
} from '@tollgate/requests/operations/operation.queries';
import type { OperationRow } from '@tollgate/requests/operations/operation.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import type { Caller } from '../caller/caller.ts';
import type { WholeAnswer } from '../call.ts';
import type { Limiter } from '../limits/shared-or-local.ts';
import { takeStored } from '../limits/stored.ts';
import { handleAnswer } from './operation-handle.ts';

const REJOIN_MS = 250;
const expand = promisify(gunzip);

/**
 * The state of an operation: its handle while it is active, then its answer as it was made.
 * @throws GatewayError `not_found`, the same for what is malformed, unknown or another key's;
 *   `result_expired`; 429 when the owner fetches more than stored answers may be fetched
 */
export async function pollOperation(
  deps: { db: Knex; limiter: Limiter },
  poll: { publicId: string; caller: Caller; requestId: string },
): Promise<WholeAnswer> {
  const id = decodeId('op', poll.publicId);
  const { caller } = poll;
  const apiKeyId = caller.key.id;
  const sent = await takeStored(deps.limiter, { caller, kind: 'poll' });
  const row = id === null ? null : await findOperation(deps.db, { id, apiKeyId });
  if (row === null) throw new GatewayError('not_found', 'There is no such operation.');
  if (row.over) {
    throw new GatewayError('result_expired', 'The result of this operation has been deleted.');
  }
  const answer = await answerOf(row, { requestId: poll.requestId, isReplay: false });
  sent(answer.body.length);
  return answer;
}

/**
 * What a repetition under the same idempotency key gets: with the preference for an asynchronous
 * answer the handle again, without the preference the answer itself, after a wait.
 * @throws GatewayError 409 when the answer is gone, 429 when the wait was too short
 */
export async function joinOperation(
  deps: { db: Knex; timers: Timers },
  join: { opId: string; userId: string; requestId: string; isAsync: boolean },
): Promise<WholeAnswer> {
  const deadlineMs = performance.now() + deps.timers.joinWait;
  for (;;) {
    const row = await findOperationOfUser(deps.db, { id: join.opId, userId: join.userId });
    if (row === null || row.over) throw notStored('idempotency_result_expired');
    if (join.isAsync || hasEnded(row)) {
      return answerOf(row, { requestId: join.requestId, isReplay: true });
    }
    if (performance.now() + REJOIN_MS > deadlineMs) throw stillRunning(row.ageMs);
    await new Promise((resolve) => setTimeout(resolve, REJOIN_MS));
  }
}

async function answerOf(
  row: OperationRow,
  given: { requestId: string; isReplay: boolean },
): Promise<WholeAnswer> {
  if (row.body === null || !hasEnded(row)) return handleAnswer(row, given);
  return {
    status: row.status ?? 200,
    headers: {
      ...row.headers,
      [HEADER.requestId]: given.requestId,
      [HEADER.originalRequestId]: row.requestId,
      [HEADER.idempotentReplay]: String(given.isReplay),
    },
    body: await expand(row.body),
  };
}

/** An answer may be stored before its charge; callers get it once the charge is recorded. */
function hasEnded({ state }: OperationRow): boolean {
  return state === 'done' || state === 'failed';
}
