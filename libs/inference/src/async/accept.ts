import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { MasterKey } from '@tollgate/catalog/sealing';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { BODY_LIFE_MS, stillRunning } from '@tollgate/requests/operations/idempotency';
import type { Claim } from '@tollgate/requests/operations/idempotency';
import { insertOperation } from '@tollgate/requests/operations/operation.queries';
import { handOverClaim } from '@tollgate/requests/operations/idempotency.queries';
import { countOpenOfOwner } from '@tollgate/requests/operations/operation-turn.queries';
import type { Timers } from '@tollgate/runtime/timers';
import type { Caller } from '../caller/caller.ts';
import type { Exchange } from '../call.ts';
import type { ClaimCloser } from '../claims/claim-closer.ts';
import type { TakenLimits } from '../limits/limits.ts';
import { assertOpenWithin } from '../limits/limit-answers.ts';
import type { Plan } from '../plan.ts';
import type { RecordSubject } from '../record/record.ts';
import { release } from '../money/settle.ts';
import type { MoneyDeps } from '../money/settle.ts';
import type { AsyncJobs } from './job-queue.ts';
import { handleAnswer } from '../claims/operation-handle.ts';
import { pinsOf, sealCall } from './stored-call.ts';

/**
 * The most operations of one owner that may be open at once, and the bytes of their sealed calls.
 * Each owner is counted alone, so that no owner takes room from others. Test keys have less room,
 * because their operations cost nothing.
 */
const BACKLOG_MAX = Object.freeze({
  live: { operations: 1_000, bytes: 268_435_456 },
  test: { operations: 100, bytes: 33_554_432 },
});
const BACKLOG_RETRY_AFTER_SECONDS = 15;

export interface AcceptDeps extends MoneyDeps {
  db: Knex;
  processId: string;
  timers: Timers;
  masterKey: MasterKey;
  asyncJobs: AsyncJobs;
  claims: ClaimCloser;
}

/** A call that has passed every check and whose hold exists. */
export interface AcceptedCall<Planned extends Plan = Plan> {
  exchange: Exchange;
  claim: Claim | null;
  subject: RecordSubject;
  plans: readonly Planned[];
  body: unknown;
  maxCredits: bigint | null;
  limits: TakenLimits;
}

/**
 * Accepts a call to be run by a worker: the operation's row, and with a key its claim, are written
 * before the caller is answered. The hold is released when they cannot be written. The operation
 * keeps its slot among concurrent calls.
 * @throws GatewayError 429 when too many operations of the owner are open
 */
export async function accept(deps: AcceptDeps, accepted: AcceptedCall): Promise<void> {
  const { exchange, claim, subject, plans } = accepted;
  const { requestId } = exchange.call;
  try {
    const times = await write(deps, accepted);
    const row = {
      id: subject.opId,
      state: 'queued' as const,
      ageMs: 0,
      ...times,
      headers: headersOf(plans),
    };
    accepted.limits.handOver();
    exchange.sink.send(handleAnswer(row, { requestId, isReplay: false }));
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
  { exchange, claim, subject, plans, body, maxCredits, limits }: AcceptedCall,
): Promise<{ createdAt: Date; expiresAt: Date }> {
  const { opId, caller } = subject;
  const { counted, slot } = limits.counted();
  const catalogRevision = plans[0]?.resolved.catalogRevision;
  const stored = { body, caller, pins: pinsOf(plans), maxCredits, counted, catalogRevision };
  const call = { ...stored, sessionId: subject.sessionId, tag: subject.asked.tag ?? null };
  const { masterVersion, wrappedKey, box } = sealCall(deps.masterKey, opId, call);
  const { batch } = exchange.call;
  const isSent = batch?.isSent === true;
  return transaction(deps.db, async (trx) => {
    // What waits at a provider has bounds of its own.
    if (!isSent) await assertRoom(trx, caller);
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
      headers: headersOf(plans),
      slot,
      batchId: batch?.id ?? null,
      ...(isSent ? { isSent } : {}),
    });
    if (times === null) throw new TypeError('an operation was not written');
    // A claim that was lost meanwhile belongs to a call that runs now.
    if (claim !== null && !(await handOverClaim(trx, claim.fence))) throw stillRunning(0);
    return times;
  });
}

/**
 * What every answer of an operation says of the catalogue: what was accepted does not change while
 * it is polled.
 */
function headersOf([first]: readonly Plan[]): Record<string, string> {
  return first === undefined ? {} : { [HEADER.catalogRevision]: first.resolved.catalogRevision };
}

/**
 * Calls that arrive together may all pass, so that a few operations more than the bound may be
 * open; a lock would make them wait for each other.
 */
async function assertRoom(trx: Knex.Transaction, { key, mode }: Caller): Promise<void> {
  const owner = { userId: key.ownerId, mode, apiKeyId: key.id };
  const open = await countOpenOfOwner(trx, owner);
  assertOpenWithin(key, open);
  const { operations, bytes } = BACKLOG_MAX[mode];
  if (open.operations < operations && open.bytes < bytes) return;
  throw new GatewayError(
    'rate_limit_exceeded',
    `${open.operations} ${mode} operations of this account have not ended yet. Poll them, and go on when some have.`,
    { param: 'Prefer', retryAfterSeconds: BACKLOG_RETRY_AFTER_SECONDS },
  );
}
