import { publicCode } from '@tollgate/contract/error-codes';
import type { ErrorCode, GatewayError } from '@tollgate/contract/error-codes';
import { transaction } from '@tollgate/db/connect';
import type { BatchFault } from '@tollgate/requests/batches/batch.queries';
import { endLine, putLineOff, runLineAgain } from '@tollgate/requests/batches/batch-line.queries';
import type { LineEnd, LinePrice } from '@tollgate/requests/batches/batch-line.queries';
import {
  deleteEndedOperation,
  deleteSentOperation,
} from '@tollgate/requests/operations/operation-of-batch.queries';
import type { OperationOfBatch } from '@tollgate/requests/operations/operation-of-batch.queries';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import type { Timers } from '@tollgate/runtime/timers';
import { counter } from '@tollgate/telemetry/metrics';
import type { BatchDeps } from './batch-deps.ts';
import { giveBackHolds, routeOf } from './begin-line.ts';
import type { LineOfBatch, LineRefused } from './begin-line.ts';
import { operationIdOf } from './line-operation.ts';
import { endOfLine, refusalOf, unpack } from './line-result.ts';

/** How often a line is run whose calls fail without a charge. */
const RUNS_MAX = 5;
/** How many faults of our own a line may meet. */
const FAULTS_MAX = 5;
/** The longest pause that a refusal of a line makes its batch wait, in milliseconds. */
const PAUSE_MS_MAX = 60_000;
const MS_PER_SECOND = 1_000;

const lines = counter({
  name: 'batch_lines_total',
  help: 'Lines of batches that have ended, by how.',
  labels: ['outcome'],
  words: { outcome: ['done', 'failed', 'again'] },
});

/** What came of a line in this turn. */
export type LineOutcome =
  /** The line has ended. */
  | { kind: 'ended' }
  /** The line waits alone, for another worker or after a fault of ours. */
  | { kind: 'put_off' }
  /** The provider did not serve the line, which waits for another run. */
  | { kind: 'again' }
  /** What stops this line stops the others too: all wait. */
  | { kind: 'waits'; pauseMs: number }
  /** The wallet has not enough just now, because calls in flight hold it, or not at all. */
  | { kind: 'short'; fault: BatchFault; isHeld: boolean }
  /** No further line can run. */
  | { kind: 'stops'; fault: BatchFault };

/** Refusals that hold for every line of the key. */
const STOPS: ReadonlySet<string> = new Set<ErrorCode>([
  'invalid_api_key',
  'key_suspended',
  'key_expired',
  'account_suspended',
]);
/** Refusals that pass by themselves; nothing was sent. */
const PASSES: ReadonlySet<string> = new Set<ErrorCode>([
  'rate_limit_exceeded',
  'billing_unavailable',
  'service_unavailable',
  'overloaded',
]);
/** Failures without a charge after which the provider cannot have done the work. */
const RUNS_AGAIN: ReadonlySet<string> = new Set<ErrorCode>([
  'upstream_rate_limited',
  'upstream_unavailable',
  'upstream_credential_rejected',
  'routing_error',
  'service_timeout',
]);

/** Lets a line wait for a pause. */
export async function putOff(
  { db, timers }: BatchDeps,
  line: LineOfBatch['line'],
  faults: number,
): Promise<LineOutcome> {
  await putLineOff(db, { ...line, pauseMs: timers.batchPause, faults });
  return { kind: 'put_off' };
}

/** A line that was begun and has no operation: what may be held for it is given back. */
export async function giveUp(
  deps: BatchDeps,
  { batch, line }: LineOfBatch,
  opId: string,
): Promise<LineOutcome> {
  await giveBackHolds(deps, opId, batch.userId);
  await runLineAgain(deps.db, { ...line, pauseMs: 0 });
  return { kind: 'ended' };
}

/**
 * Gives a line back that its provider has not run: nothing is held for it any more, and it is run
 * as another operation, if it is run at all.
 * @param again.price null: over the batch interface once more, if it can
 */
export async function backFromJob(
  deps: BatchDeps,
  { batch, line }: LineOfBatch,
  again: { price: LinePrice | null; pauseMs: number },
): Promise<LineOutcome> {
  const opId = operationIdOf(line);
  await giveBackHolds(deps, opId, batch.userId);
  await transaction(deps.db, async (trx) => {
    await runLineAgain(trx, { ...line, ...again });
    await deleteSentOperation(trx, opId);
  });
  lines.add(['again']);
  return { kind: 'put_off' };
}

/** Takes the answer of an ended operation over, once, and forgets the operation. */
export async function collect(
  deps: BatchDeps,
  { line }: LineOfBatch,
  { id, status, body, requestId, chargedNano }: OperationOfBatch,
): Promise<LineOutcome> {
  const text = await unpack(body ?? Buffer.alloc(0));
  if (status !== 200 && mayRunAgain(line, codeIn(text))) return runAgain(deps, line, id);
  const answer = { status: status ?? 200, requestId, chargedNano: chargedNano ?? 0n, body: text };
  await end(deps, await endOfLine(line, answer), { opId: id, record: null });
  return { kind: 'ended' };
}

/** Whether another run may help; only what cost nothing is run again. */
function mayRunAgain({ run }: LineOfBatch['line'], code: string): boolean {
  return run < RUNS_MAX && RUNS_AGAIN.has(code);
}

/** Lets a line run once more, later and later. */
async function runAgain(
  deps: BatchDeps,
  line: LineOfBatch['line'],
  opId: string,
): Promise<LineOutcome> {
  const { batchRetry } = deps.timers;
  const pauseMs = batchRetry * 2 ** (line.run - 1);
  await transaction(deps.db, async (trx) => {
    await runLineAgain(trx, { ...line, pauseMs });
    await deleteEndedOperation(trx, opId);
  });
  lines.add(['again']);
  return { kind: 'again' };
}

async function end(
  deps: Pick<BatchDeps, 'db'>,
  ended: LineEnd,
  { opId, record }: { opId: string; record: RequestRecord | null },
): Promise<void> {
  const isFirst = await transaction(deps.db, async (trx) => {
    const mine = await endLine(trx, ended);
    await deleteEndedOperation(trx, opId);
    if (mine && record !== null) await insertRecords(trx, [record]);
    return mine;
  });
  if (isFirst) lines.add([ended.isDone ? 'done' : 'failed']);
}

function codeIn(text: string): string {
  const { error } = JSON.parse(text) as { error?: { code?: string } };
  return error?.code ?? '';
}

/** What follows from a refusal: nothing was sent, and nothing is held. */
export async function refused(
  deps: BatchDeps,
  of: LineOfBatch,
  { error, record }: LineRefused,
): Promise<LineOutcome> {
  const { batch, line } = of;
  if (STOPS.has(error.code)) return { kind: 'stops', fault: faultOf(error) };
  const isHeld = error.code === 'credit_held_by_requests_in_flight';
  // Only a line that some balance could pay for says something about the others.
  if (isHeld || (error.code === 'insufficient_credit' && 'available' in (error.facts ?? {}))) {
    return { kind: 'short', fault: faultOf(error), isHeld };
  }
  if (PASSES.has(error.code) || isQuotaOfDays(error)) {
    return { kind: 'waits', pauseMs: pauseOf(error, deps.timers) };
  }
  if (mayRunAgain(line, error.code)) return runAgain(deps, line, operationIdOf(line));
  if (error.code === 'internal_error' && line.faults + 1 < FAULTS_MAX) {
    deps.logger.error({ error, batch: batch.id, line: line.line }, 'a line met a fault of ours');
    return putOff(deps, line, line.faults + 1);
  }
  const answer = refusalOf(line, error, routeOf(batch));
  await end(deps, await endOfLine(line, answer), { opId: operationIdOf(line), record });
  return { kind: 'ended' };
}

/** A quota of a day or a month comes back; a call that is larger than the quota never fits. */
function isQuotaOfDays({ code, retryAfterSeconds }: GatewayError): boolean {
  return code === 'quota_exceeded' && retryAfterSeconds !== undefined;
}

function pauseOf({ retryAfterSeconds }: GatewayError, { batchPause }: Timers): number {
  if (retryAfterSeconds === undefined) return batchPause;
  return Math.min(PAUSE_MS_MAX, retryAfterSeconds * MS_PER_SECOND);
}

function faultOf({ code, message, param }: GatewayError): BatchFault {
  return { code: publicCode(code), message, line: null, param };
}
