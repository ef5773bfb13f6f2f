import { asGatewayError, GatewayError } from '@tollgate/contract/error-codes';
import type { MasterKey } from '@tollgate/catalog/sealing';
import type { Knex } from '@tollgate/db/connect';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import {
  giveBackClaim,
  leaveClaim,
  markDispatched,
} from '@tollgate/requests/operations/operation.queries';
import type { ClaimedOperation } from '@tollgate/requests/operations/operation.queries';
import {
  claimNextOperation,
  listWaitingOwners,
} from '@tollgate/requests/operations/operation-turn.queries';
import { inRequest } from '@tollgate/runtime/request-scope';
import type { Timers } from '@tollgate/runtime/timers';
import type { IncomingCall } from '../call.ts';
import { toGatewayError } from '../record/failures.ts';
import { correctCounted, freeSlot } from '../limits/limits.ts';
import type { LimitStore } from '../limits/store.ts';
import type { Bill } from '../money/bill.ts';
import { factsOf, notePlan, answered, newTryLog } from '../record/record.ts';
import type { RecordSubject } from '../record/record.ts';
import { dispatcherFor, indeterminate } from './dispatch-stored.ts';
import type { DispatchDeps, OverInterface } from './dispatch-stored.ts';
import { fail, finish, keep, LostClaimError, settleKept } from './end-operation.ts';
import type { Ended } from './end-operation.ts';
import type { RunningOperations } from './running-operations.ts';
import { openCall } from '../async/stored-call.ts';
import type { StoredCall } from '../async/stored-call.ts';
import type { Turns } from './turns.ts';

/**
 * The most times that a provider is called for one operation, alias targets of one try not counted.
 */
const DISPATCHES_MAX = 2;
/** The most workers that may try an operation. A further claim only ends it. */
const CLAIMS_MAX = 3;
const AGAIN_PAUSE_MS_MAX = 5_000;
const AGAIN_PAUSE_MS = 500;

export interface RunDeps extends DispatchDeps {
  db: Knex;
  masterKey: MasterKey;
  limits: Pick<LimitStore, 'correct'>;
  running: RunningOperations;
  /** This worker. */
  workerId: string;
}

/** What turns are given with. */
export interface TurnDeps extends RunDeps {
  /** The permits of this worker. */
  turns: Turns;
}

/** An operation that has its turn. */
export interface Turn {
  row: ClaimedOperation;
  /** Releases the permit. */
  end(): void;
}

/**
 * Claims the operation whose turn it is; null when none waits that may have a permit of this worker
 * now.
 */
export async function claimTurn(
  deps: Pick<TurnDeps, 'db' | 'turns' | 'workerId' | 'timers'>,
): Promise<Turn | null> {
  const { db, turns, workerId, timers } = deps;
  for (const owner of turns.order(await listWaitingOwners(db))) {
    const end = turns.take(owner);
    if (end === null) continue;
    const claim = { ...owner, worker: workerId, leaseMs: timers.lease };
    const row = await claimNextOperation(db, claim).catch((error: unknown) => {
      end();
      throw error;
    });
    if (row !== null) return { row, end };
    end();
  }
  return null;
}

/** An operation and whether this claim has come as far as a dispatch. */
interface Claimed extends ClaimedOperation {
  dispatched: boolean;
}

/**
 * Runs a claimed operation to its end, by the same steps as a call that is answered at once. What a
 * worker writes that has lost its claim is refused.
 * @param over present where its answer has come over the batch interface of a provider, which is
 *   then not asked: age, claims and dispatches decide nothing
 * @returns whether this worker ended it; false when the claim was lost
 * @throws what keeps it from ending now, such as billing being away; the operation is then tried
 *   again
 */
export async function runOperation(
  deps: RunDeps,
  row: ClaimedOperation,
  over?: OverInterface,
): Promise<boolean> {
  const { running, timers } = deps;
  const claimed: Claimed = { ...row, dispatched: over !== undefined };
  const leave = running.enter(row.id);
  try {
    const { requestId } = claimed;
    return await inRequest({ requestId }, () => runClaimed(deps, claimed, over));
  } catch (error) {
    if (error instanceof LostClaimError) return false;
    const pause = { pauseMs: timers.asyncPump };
    // Nothing was sent, and the operation is not at fault: this claim does not count.
    if (!claimed.dispatched) await giveBackClaim(deps.db, claimed, pause);
    // Nobody works on it any more: who goes on with it need not wait for the whole lease.
    else await leaveClaim(deps.db, claimed, pause);
    throw error;
  } finally {
    leave();
  }
}

async function runClaimed(
  deps: RunDeps,
  claimed: Claimed,
  over: OverInterface | undefined,
): Promise<boolean> {
  const { id, claims, mode, route } = claimed;
  const { masterVersion, wrappedKey, box } = claimed;
  const stored = openCall(deps.masterKey, id, { masterVersion, wrappedKey, box });
  const body = stored.body as { model?: string };
  const call = callOf(claimed);
  const subject: RecordSubject = {
    call,
    caller: { ...stored.caller, mode },
    opId: id,
    attempt: claims,
    asked: { model: body.model ?? null, stream: false, async: true, tag: stored.tag ?? null },
    plan: null,
    sessionId: stored.sessionId ?? null,
    log: newTryLog(call.startedMs),
  };
  const work = { claimed, subject, stored, call, dispatcher: dispatcherFor(route) };
  const end = (): Promise<Ended> =>
    over === undefined ? tryToEnd(deps, work) : dispatchOnce(deps, work, { over });
  const ended = await (claimed.body === null
    ? end().catch((thrown: unknown) => fail(deps, claimed, terminal(thrown)))
    : settleKept(deps, claimed, claimed.body));
  // A caller who polls the end and calls again finds the slot free; the renewal of slots may have
  // taken it again meanwhile.
  freeSlots(deps, claimed);
  await finish(deps, claimed, { ...ended, subject });
  freeSlots(deps, claimed);
  putLimitsRight(deps, { id, stored }, ended.ending.bill);
  return true;
}

/** Not waited for: where Redis is away, slots run out by themselves. */
function freeSlots({ limits, logger }: RunDeps, { id, slotId, slotKeys }: Claimed): void {
  if (slotId === null) return;
  freeSlot(limits, { id: slotId, keys: slotKeys }).catch((error: unknown) =>
    logger.warn({ error, op: id }, 'the slots of an operation run out by themselves'),
  );
}

/**
 * Not waited for: the operation is over, and where Redis is away the bounds stay counted until
 * their window ends.
 */
function putLimitsRight(
  { limits, logger }: RunDeps,
  { id, stored }: { id: string; stored: StoredCall },
  bill: Bill | null,
): void {
  correctCounted(limits, { opId: id, counted: stored.counted }, bill).catch((error: unknown) =>
    logger.warn({ error, op: id }, 'limits stay at the bounds of an operation'),
  );
}

interface Work {
  claimed: Claimed;
  subject: RecordSubject;
  stored: StoredCall;
  call: IncomingCall;
  dispatcher: ReturnType<typeof dispatcherFor>;
}

/**
 * Whether an operation is too old for another dispatch. The hold ends with the time in the queue,
 * the time of a whole call and the margin, so that a call which begins within the margin ends
 * before its hold does.
 */
function isTooLate({ asyncQueue, callTotal, holdMargin }: Timers, ageMs: number): boolean {
  return ageMs > asyncQueue + Math.min(callTotal, holdMargin);
}

/**
 * Whether the provider may have done the work: nothing came in time, or the connection broke
 * without an answer. The caller pays nothing then and the platform records what the provider may
 * bill, so that asking again would only buy the same work twice.
 */
function mayHaveBeenServed(thrown: unknown): boolean {
  if (!(thrown instanceof ProviderError)) return false;
  const { kind } = thrown.failure;
  return kind === 'timeout' || kind === 'indeterminate';
}

/**
 * Tries once, and once more where another try may help and cannot buy the same work twice.
 * @throws the last failure
 */
async function tryToEnd(deps: RunDeps, work: Work): Promise<Ended> {
  const { claimed } = work;
  if (claimed.claims > CLAIMS_MAX) throw indeterminate('no claim is left');
  if (isTooLate(deps.timers, claimed.ageMs)) {
    throw claimed.dispatches > 0 ? indeterminate('no time is left') : waitedTooLong();
  }
  let last: GatewayError | undefined;
  for (let tries = 1; tries <= DISPATCHES_MAX; tries += 1) {
    try {
      return await dispatchOnce(deps, work, { mark: () => mark(deps, claimed, last) });
    } catch (thrown) {
      last = terminal(thrown);
      const ageMs = performance.now() - work.call.startedMs;
      const isOver = tries === DISPATCHES_MAX || isTooLate(deps.timers, ageMs);
      if (!last.retry || mayHaveBeenServed(thrown) || isOver) throw last;
      await pause(last);
    }
  }
  throw last ?? indeterminate('nothing was tried');
}

/** Asks for the answer once. What it comes to is kept before it is charged. */
function dispatchOnce(
  deps: RunDeps,
  { claimed, subject, call, stored, dispatcher }: Work,
  { over, mark = () => Promise.resolve() }: { over?: OverInterface; mark?: () => Promise<void> },
): Promise<Ended> {
  const dispatchDeps: DispatchDeps = {
    ...deps,
    beforeSettling: ({ answer, settlement, timing }) => {
      const facts = factsOf({ ...subject, log: answered(subject.log) }, timing);
      return keep(deps, claimed, { answer, settlement, facts });
    },
  };
  return dispatcher(dispatchDeps, {
    opId: claimed.id,
    call,
    stored,
    log: subject.log,
    mark,
    trying: (plan) => notePlan(subject, plan),
    ...(over === undefined ? {} : { over }),
  });
}

/** @throws the failure before this try, when no dispatch is left */
async function mark(
  deps: RunDeps,
  claimed: Claimed,
  last: GatewayError | undefined,
): Promise<void> {
  const dispatches = await markDispatched(deps.db, claimed, DISPATCHES_MAX);
  claimed.dispatched = true;
  if (dispatches === null) throw last ?? indeterminate('no dispatch is left');
}

/**
 * The error that an operation ends with.
 * @throws any other error: the fault is ours, and the operation is tried again later
 */
function terminal(thrown: unknown): GatewayError {
  if (thrown instanceof ProviderError) return toGatewayError(thrown.failure, thrown);
  const passes = !(thrown instanceof GatewayError) || OURS.has(thrown.code);
  if (passes) throw thrown;
  return asGatewayError(thrown);
}

const OURS = new Set<string>(['billing_unavailable', 'service_unavailable', 'internal_error']);

function pause({ retryAfterSeconds }: GatewayError): Promise<void> {
  const wantedMs = retryAfterSeconds === undefined ? AGAIN_PAUSE_MS : retryAfterSeconds * 1_000;
  return new Promise((resolve) => setTimeout(resolve, Math.min(AGAIN_PAUSE_MS_MAX, wantedMs)));
}

function waitedTooLong(): GatewayError {
  return new GatewayError(
    'service_timeout',
    'The operation waited too long for its turn and was given up. Nothing was charged.',
  );
}

/** The call as it was accepted. Its caller cannot leave, because none is connected. */
function callOf({ requestId, route, createdAt, ageMs }: ClaimedOperation): IncomingCall {
  return {
    requestId,
    route,
    startedMs: performance.now() - ageMs,
    at: createdAt,
    header: () => undefined,
    readBody: () => Promise.reject(new TypeError('the body was read when the call was accepted')),
    identify: () => Promise.resolve(),
    awaitsProvider: () => undefined,
    hasAnswer: () => undefined,
    gone: new AbortController().signal,
  };
}
