import { isErrorCode } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { Knex } from '@tollgate/db/connect';
import type { StoredAnswer } from '@tollgate/requests/operations/idempotency';
import type { Timers } from '@tollgate/runtime/timers';
import { joinOperation } from './poll.ts';
import type { Exchange } from '../call.ts';
import type { Limiter } from '../limits/shared-or-local.ts';
import { takeStored } from '../limits/stored.ts';
import type { Ending } from '../record/ending.ts';
import { repeatedFacts, noteNamed } from '../record/record.ts';
import type { RecordSubject } from '../record/record.ts';

/** Answers from this status on are errors. */
const FIRST_ERROR_STATUS = 400;

export interface ReplayDeps {
  db: Knex;
  timers: Timers;
  limiter: Limiter;
}

/** A call whose idempotency key has been seen before. */
export interface Repeated {
  exchange: Exchange;
  subject: RecordSubject;
}

/** The operation was accepted under the same key before: its handle, or its answer. */
export async function join(
  deps: ReplayDeps,
  { exchange, subject }: Repeated,
  opId: string,
): Promise<Ending> {
  const { caller, asked } = subject;
  const { requestId } = exchange.call;
  const sent = await takeStored(deps.limiter, { caller, kind: 'repetition' }, exchange.sink);
  exchange.call.awaitsProvider();
  const wanted = { opId, userId: caller.key.ownerId, requestId, isAsync: asked.async };
  const answer = await joinOperation(deps, wanted);
  sent(answer.body.length);
  noteNamed(subject, repeatedFacts(answer.headers, asked));
  exchange.sink.send(answer);
  return replayedAs(answer);
}

/**
 * The stored answer, byte for byte, under the new request id. Nothing is charged.
 * @throws GatewayError 429 beyond the limits of repetitions
 */
export async function replay(
  { limiter }: Pick<ReplayDeps, 'limiter'>,
  { exchange: { call, sink }, subject }: Repeated,
  load: () => Promise<StoredAnswer>,
): Promise<Ending> {
  const { caller, asked } = subject;
  const sent = await takeStored(limiter, { caller, kind: 'repetition' }, sink);
  const answer = await load();
  sent(answer.body.length);
  noteNamed(subject, repeatedFacts(answer.headers, asked));
  const headers = {
    ...answer.headers,
    [HEADER.requestId]: call.requestId,
    [HEADER.originalRequestId]: answer.requestId,
    [HEADER.idempotentReplay]: 'true',
  };
  if (asked.stream && answer.status === 200) {
    const out = sink.openStream(headers);
    await out.write(answer.body.toString('utf8'));
    out.end();
  } else {
    sink.send({ status: answer.status, headers, body: answer.body });
  }
  return replayedAs(answer);
}

/** The ending of a call that was answered by what is kept of an earlier call. */
function replayedAs({ status, body }: { status: number; body: Buffer }): Ending {
  const error = status < FIRST_ERROR_STATUS ? null : errorIn(body);
  return { status, outcome: 'replayed', error, bill: null, timing: null };
}

/** The error in a stored answer. */
function errorIn(body: Buffer): Ending['error'] {
  const { error } = JSON.parse(body.toString('utf8')) as { error?: { code?: string } };
  const code = error?.code;
  return code !== undefined && isErrorCode(code) ? { code } : null;
}
