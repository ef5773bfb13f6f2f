import type { BatchEndpoint } from '@tollgate/contract/batches';
import { asGatewayError, GatewayError } from '@tollgate/contract/error-codes';
import { beginAttempt } from '@tollgate/requests/batches/batch-line.queries';
import type { WaitingLine } from '@tollgate/requests/batches/batch-line.queries';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { authenticateById } from '../caller/authenticate.ts';
import type { Caller } from '../caller/caller.ts';
import type { AnswerSink, Exchange, IncomingCall, StreamFrames } from '../call.ts';
import { completeFor } from '../complete.ts';
import type { CompleteForDeps } from '../complete.ts';
import {
  chatOperation,
  embeddingsOperation,
  messagesOperation,
  responsesOperation,
} from '../operation.ts';
import type { Operation } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { OverInterface } from '../jobs/dispatch-stored.ts';
import { openInput } from './batch-deps.ts';
import type { BatchDeps } from './batch-deps.ts';
import { operationIdOf } from './line-operation.ts';
import { readLineRequest } from './line-request.ts';
import { requestIdOfLine } from './line-result.ts';

/** A line and the batch that it belongs to. */
export interface LineOfBatch {
  batch: ClaimedBatch;
  line: WaitingLine;
}

/** A refusal of a line, and the record that the call would have left. */
export class LineRefused extends Error {
  override readonly name = 'LineRefused';
  readonly error: GatewayError;
  readonly record: RequestRecord | null;

  constructor(error: GatewayError, record: RequestRecord | null) {
    super(error.message, { cause: error });
    this.error = error;
    this.record = record;
  }
}

type Given = Exchange & { caller: Caller };
type Run = (deps: CompleteForDeps, given: Given, over: OverInterface | null) => Promise<void>;

const RUNS: Readonly<Record<BatchEndpoint, Run>> = {
  '/v1/chat/completions': (deps, given, over) =>
    completeFor(deps, plannedOver(chatOperation, over), given),
  '/v1/responses': (deps, given, over) =>
    completeFor(deps, plannedOver(responsesOperation, over), given),
  '/v1/embeddings': (deps, given, over) =>
    completeFor(deps, plannedOver(embeddingsOperation, over), given),
  '/v1/messages': (deps, given, over) =>
    completeFor(deps, plannedOver(messagesOperation, over), given),
};

/** The operation at the one target whose batch interface has the line, in the tier of batches. */
function plannedOver<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  operation: Operation<Request, Planned, Frames>,
  over: OverInterface | null,
): Operation<Request, Planned, Frames> {
  if (over === null) return operation;
  return {
    ...operation,
    async plan(deps, input) {
      const { resolved: pinned } = over;
      const [plan] = await operation.plan({ ...deps, pinned }, { ...input, tier: 'batch' });
      return plan === undefined ? [] : [plan];
    },
  };
}

/** Method and path of the calls of a batch. */
export const routeOf = ({ endpoint }: Pick<ClaimedBatch, 'endpoint'>): string => `POST ${endpoint}`;

/**
 * Takes a line through the steps of a paid call up to its hold. From then on it is an accepted
 * operation.
 * @param over present for a line that goes over the batch interface of a provider: its hold lives
 *   until the results have come
 * @throws LineRefused
 */
export async function beginLine(
  deps: BatchDeps,
  { batch, line }: LineOfBatch,
  over: OverInterface | null = null,
): Promise<void> {
  let record: RequestRecord | null = null;
  try {
    const opId = operationIdOf(line);
    if (line.attempts > 0) await giveBackHolds(deps, opId, batch.userId);
    const caller = await authenticateById(deps.directory, batch.apiKeyId);
    const body = await readBody(deps, { batch, line });
    const price = over === null ? 'standard' : 'batch';
    const firstAttempt = await beginAttempt(deps.db, { ...line, price });
    if (firstAttempt === null) throw takenOver();
    const call = callOf({ batch, line }, { opId, firstAttempt, body, over });
    const { batchHold, holdMargin } = deps.timers;
    const held = {
      ...deps,
      processId: deps.workerId,
      requestLog: { add: keepRecord },
      ...(over === null ? {} : { holdMs: batchHold + holdMargin }),
    };
    await RUNS[batch.endpoint as BatchEndpoint](held, { call, sink: ACCEPTED, caller }, over);
  } catch (thrown) {
    throw new LineRefused(asGatewayError(thrown), record);
  }
  function keepRecord(made: RequestRecord): void {
    record = made;
  }
}

/** The batch belongs to another worker by now: this one leaves the line alone. */
const takenOver = (): GatewayError =>
  new GatewayError('service_unavailable', 'Another worker has this line.');

/**
 * Gives back what an earlier try may have held for a line without writing its operation.
 * @throws GatewayError `outcome_indeterminate` where the line is charged already
 */
export async function giveBackHolds(
  { billing }: Pick<BatchDeps, 'billing'>,
  opId: string,
  userId: string,
): Promise<void> {
  for (const hold of await billing.reservations(opId)) {
    const { attempt, state, charged_nano: charged } = hold;
    if (BigInt(charged ?? 0) > 0n) {
      throw new GatewayError(
        'outcome_indeterminate',
        'This line was charged, and its answer was lost.',
      );
    }
    if (state !== 'held') continue;
    await billing.release({ op_id: opId, attempt, user_id: userId, reason: 'never_accepted' });
  }
}

/** The body of a line. @throws GatewayError */
export async function readBody(
  deps: Pick<BatchDeps, 'media' | 'parseLine'>,
  { batch, line }: LineOfBatch,
): Promise<unknown> {
  const reader = await openInput(deps, batch, line);
  if (reader === null) throw new GatewayError('not_found', 'The file of this batch is gone.');
  const pieces: Uint8Array[] = [];
  for await (const piece of reader) pieces.push(piece);
  const read = readLineRequest(deps.parseLine(Buffer.concat(pieces)), batch.endpoint);
  if ('body' in read) return read.body;
  throw new GatewayError('invalid_request', read.message, { param: read.param ?? undefined });
}

/** The call that a line is. */
export function callOf(
  { batch, line }: LineOfBatch,
  given: { opId: string; firstAttempt: number; body: unknown; over: OverInterface | null },
): IncomingCall {
  const { opId, firstAttempt, body, over } = given;
  return {
    requestId: requestIdOfLine(line),
    ownRequestUuid: opId,
    batch: { id: batch.id, firstAttempt, ...(over === null ? {} : { isSent: true as const }) },
    route: routeOf(batch),
    startedMs: performance.now(),
    at: new Date(),
    header: () => undefined,
    readBody: () => Promise.resolve(body),
    identify: () => Promise.resolve(),
    awaitsProvider: () => undefined,
    hasAnswer: () => undefined,
    gone: new AbortController().signal,
  };
}

const notAccepted = (): never => {
  throw new TypeError('a line of a batch is accepted, and answered later');
};

/** Nobody reads the handle of a line: its id is known beforehand. */
const ACCEPTED: AnswerSink = {
  hasBegun: () => false,
  expect: () => undefined,
  send: (_answer, read) => read?.(),
  openStream: notAccepted,
  openFile: notAccepted,
};
