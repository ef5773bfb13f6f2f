import type { BatchEndpoint } from '@tollgate/contract/batches';
import { asGatewayError, GatewayError } from '@tollgate/contract/error-codes';
import { beginAttempt } from '@tollgate/requests/batches/batch-line.queries';
import type { WaitingLine } from '@tollgate/requests/batches/batch-line.queries';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { authenticateById } from '../caller/authenticate.ts';
import type { Caller } from '../caller/caller.ts';
import type { AnswerSink, Exchange, IncomingCall } from '../call.ts';
import { completeFor } from '../complete.ts';
import type { CompleteForDeps } from '../complete.ts';
import {
  chatOperation,
  embeddingsOperation,
  messagesOperation,
  responsesOperation,
} from '../operation.ts';
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

type Run = (deps: CompleteForDeps, given: Exchange & { caller: Caller }) => Promise<void>;

const RUNS: Readonly<Record<BatchEndpoint, Run>> = {
  '/v1/chat/completions': (deps, given) => completeFor(deps, chatOperation, given),
  '/v1/responses': (deps, given) => completeFor(deps, responsesOperation, given),
  '/v1/embeddings': (deps, given) => completeFor(deps, embeddingsOperation, given),
  '/v1/messages': (deps, given) => completeFor(deps, messagesOperation, given),
};

/** Method and path of the calls of a batch. */
export const routeOf = ({ endpoint }: Pick<ClaimedBatch, 'endpoint'>): string => `POST ${endpoint}`;

/**
 * Takes a line through the steps of a paid call up to its hold. From then on it is an accepted
 * operation.
 * @throws LineRefused
 */
export async function beginLine(deps: BatchDeps, { batch, line }: LineOfBatch): Promise<void> {
  let record: RequestRecord | null = null;
  try {
    const opId = operationIdOf(line);
    if (line.attempts > 0) await giveBackHolds(deps, opId, batch.userId);
    const caller = await authenticateById(deps.directory, batch.apiKeyId);
    const body = await readBody(deps, { batch, line });
    const firstAttempt = await beginAttempt(deps.db, line);
    if (firstAttempt === null) throw takenOver();
    const call = callOf({ batch, line }, { opId, firstAttempt, body });
    const held = { ...deps, processId: deps.workerId, requestLog: { add: keepRecord } };
    await RUNS[batch.endpoint as BatchEndpoint](held, { call, sink: ACCEPTED, caller });
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

async function readBody(
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

function callOf(
  { batch, line }: LineOfBatch,
  { opId, firstAttempt, body }: { opId: string; firstAttempt: number; body: unknown },
): IncomingCall {
  return {
    requestId: requestIdOfLine(line),
    ownRequestUuid: opId,
    batch: { id: batch.id, firstAttempt },
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
