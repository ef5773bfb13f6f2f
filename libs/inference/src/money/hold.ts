import { setTimeout as pause } from 'node:timers/promises';
import type { Billing } from '@tollgate/billing-client/billing-client';
import type { ReserveItem, ReserveResult } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { NANO_MAX } from '@tollgate/money/credits';
import { notStored } from '@tollgate/requests/operations/idempotency';
import type { Timers } from '@tollgate/runtime/timers';
import { callTotalMs } from '../plan.ts';
import type { Plan } from '../plan.ts';
import type { Journal } from '../spool/journal.ts';
import type { Spool } from '../spool/spool.ts';
import { gone, overAnyBalance, refusalOf } from './credit-refusals.ts';

/** Other processes report their settlements to billing within this time, in milliseconds. */
const OTHERS_REPORT_MS = 100;

export interface HoldDeps {
  billing: Billing;
  spool: Spool;
  timers: Timers;
  /**
   * Who answers for the hold; null for the holds of asynchronous operations, which outlive
   * processes, as those of videos do.
   */
  processId: string | null;
  /**
   * How long the hold lives where that does not follow from the timers of calls, in milliseconds.
   */
  holdMs?: number;
  /** Settlements that billing has not received yet; absent where billing hears of each at once. */
  journal?: Journal | undefined;
}

/**
 * Step 7: holds the estimate in the wallet. Without a hold nothing is dispatched; the sandbox needs
 * none.
 * @param listener is called when the hold has to wait for its own wallet
 * @throws GatewayError 402 when the wallet does not have it, 409 when the operation is charged
 *   already or too old, 503 when billing is away
 */
export async function placeHold(
  deps: HoldDeps,
  plan: Plan,
  listener?: { locked(): void },
): Promise<void> {
  const { estimate, target, caller } = plan;
  if (estimate === null || target.price === null) return;
  if (estimate.amount > NANO_MAX) throw overAnyBalance(estimate.amount);
  const item: ReserveItem = {
    op_id: plan.opId,
    attempt: plan.attempt,
    user_id: caller.key.ownerId,
    api_key_id: caller.key.id,
    amount_nano: estimate.amount.toString(),
    ttl_ms: lifeOf(deps, plan),
    owner: deps.processId,
    price_version_id: target.price.id,
    uplift_bp: target.price.upliftBp,
    estimate: estimate.usage,
    ...(plan.attempt > 1 ? { supersedes: plan.attempt - 1 } : {}),
  };
  const result = await reserveBehindJournal(deps, item, listener);
  const { outcome } = result;
  if (outcome === 'held' || outcome === 'repeated') return;
  throw outcome === 'conflict' ? await conflictOf(deps, plan) : refusalOf(outcome, result);
}

function lifeOf({ processId, timers, holdMs }: HoldDeps, plan: Plan): number {
  if (holdMs !== undefined) return holdMs;
  const waiting = processId === null ? timers.asyncQueue : 0;
  return waiting + callTotalMs(plan, timers) + timers.holdMargin;
}

/**
 * Credit that seems held may be free already: by settlements of this process or of others that
 * billing has not received yet. The caller, who has the answers of those calls, is not refused for
 * that.
 */
async function reserveBehindJournal(
  deps: HoldDeps,
  item: ReserveItem,
  listener: { locked(): void } | undefined,
): Promise<ReserveResult> {
  const result = await reserveOrAbandon(deps, item, listener);
  if (deps.journal === undefined || result.outcome !== 'credit_held') return result;
  listener?.locked();
  await Promise.all([deps.journal.flush(), pause(OTHERS_REPORT_MS)]);
  return reserveOrAbandon(deps, item, listener);
}

/**
 * A hold without an answer from billing may exist, or may appear later: its release is written to
 * the spool and sent later.
 */
async function reserveOrAbandon(
  deps: HoldDeps,
  item: ReserveItem,
  listener: { locked(): void } | undefined,
): Promise<ReserveResult> {
  try {
    return await deps.billing.reserve(item, listener);
  } catch (error) {
    // A closed operation has no hold, and gets none.
    if (error instanceof GatewayError && error.code === 'operation_closed') throw error;
    const { op_id, attempt, user_id } = item;
    const release = { op_id, attempt, user_id, reason: 'reservation_unanswered' };
    // The error of the disk must not hide the first one. The hold then ends by its own end.
    await deps.spool.append({ kind: 'release', item: release }).catch(() => undefined);
    throw error;
  }
}

/**
 * Why billing has no open hold for this attempt. An earlier run may have been charged, and its
 * process may have died before the answer was kept. Otherwise the hold was created and closed while
 * this process was stopped: nothing was sent, so the call may be tried again.
 */
async function conflictOf({ billing }: HoldDeps, { opId }: Plan): Promise<GatewayError> {
  const holds = await billing.reservations(opId);
  const isCharged = holds.some(({ charged_nano: charged }) => BigInt(charged ?? 0) > 0n);
  return isCharged ? notStored('idempotency_result_not_stored') : gone();
}
