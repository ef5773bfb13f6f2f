import { ASYNC_PATH } from '@tollgate/contract/async';
import type { AsyncOperation } from '@tollgate/contract/async';
import { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { MasterKey } from '@tollgate/catalog/sealing';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { BODY_LIFE_MS, stillRunning } from '@tollgate/requests/idempotency';
import type { Claim } from '@tollgate/requests/idempotency';
import { insertOperation, isBacklogFull } from '@tollgate/requests/operation-queries';
import type { OperationRow } from '@tollgate/requests/operation-queries';
import { pollAfterSeconds } from '@tollgate/requests/poll-after';
import { handOverClaim } from '@tollgate/requests/queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import type { Exchange, WholeAnswer } from '../call.ts';
import type { ClaimCloser } from '../claim-closer.ts';
import type { Counted } from '../limits.ts';
import type { Plan } from '../plan.ts';
import type { RecordSubject } from '../record.ts';
import { release } from '../settle.ts';
import type { MoneyDeps } from '../settle.ts';
import type { AsyncJobs } from './job-queue.ts';
import { pinsOf, sealCall } from './stored-call.ts';

/** The most operations that may wait at once; beyond it nothing more is accepted. */
export const BACKLOG_MAX = 10_000;

/** What accepting works with. */
export interface AcceptDeps extends MoneyDeps {
  db: Knex;
  processId: string;
  timers: Timers;
  masterKey: MasterKey;
  asyncJobs: AsyncJobs;
  claims: ClaimCloser;
}

/** A call that has passed every check and whose hold stands. */
export interface AcceptedCall {
  exchange: Exchange;
  claim: Claim | null;
  subject: RecordSubject;
  plans: readonly Plan[];
  body: unknown;
  maxCredits: bigint | null;
  counted: readonly Counted[];
}

/**
 * Accepts a call to be run by a worker: the operation's row, and with a key its claim, stand before the caller is told. The
 * hold is given back when they can not be written.
 * @throws GatewayError when too many operations wait
 */
export async function accept(deps: AcceptDeps, accepted: AcceptedCall): Promise<void> {
  const { exchange, claim, subject, plans } = accepted;
  const { requestId } = exchange.call;
  try {
    const times = await write(deps, accepted);
    const row = { id: subject.opId, state: 'queued' as const, ageMs: 0, ...times };
    exchange.reply.send(handleAnswer(row, { requestId, isReplay: false }));
  } catch (error) {
    const [first] = plans;
    if (first !== undefined) await release(deps, first, 'not_accepted');
    if (claim !== null) await deps.claims.drop(claim);
    throw error;
  }
  deps.asyncJobs.send({ id: subject.opId, claims: 0 });
}

function write(
  deps: AcceptDeps,
  { exchange, claim, subject, plans, body, maxCredits, counted }: AcceptedCall,
): Promise<{ createdAt: Date; expiresAt: Date }> {
  const { opId, caller } = subject;
  const call = { body, caller, pins: pinsOf(plans), maxCredits, counted };
  const { masterVersion, wrappedKey, box } = sealCall(deps.masterKey, opId, call);
  return transaction(deps.db, async (trx) => {
    if (await isBacklogFull(trx, BACKLOG_MAX)) {
      throw new GatewayError('service_unavailable', 'Too many operations wait. Try again soon.');
    }
    const times = await insertOperation(trx, {
      id: opId,
      userId: caller.key.ownerId,
      apiKeyId: caller.key.id,
      mode: caller.mode,
      route: exchange.call.route,
      requestId: exchange.call.requestId,
      masterVersion,
      wrappedKey,
      box,
      lifeMs: BODY_LIFE_MS,
    });
    if (times === null) throw new TypeError('an operation was not written');
    // A claim that was lost meanwhile belongs to a call that runs now.
    if (claim !== null && !(await handOverClaim(trx, claim.fence))) throw stillRunning(0);
    return times;
  });
}

/** The 202 of an operation that is queued or running. */
export function handleAnswer(
  row: Pick<OperationRow, 'id' | 'state' | 'createdAt' | 'expiresAt' | 'ageMs'>,
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
      [HEADER.requestId]: requestId,
      [HEADER.preferenceApplied]: 'respond-async',
      [HEADER.retryAfter]: String(pollAfterSeconds(row.ageMs)),
      [HEADER.idempotentReplay]: String(isReplay),
    },
    body: Buffer.from(JSON.stringify(document)),
  };
}
