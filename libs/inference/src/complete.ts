import { asGatewayError, GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import { asServiceError, sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import { UpstreamError } from '@tollgate/providers/adapter';
import {
  ATTEMPTS_MAX,
  claimKey,
  dropClaim,
  keepAnswer,
  leaveClaimOpen,
  readIdempotencyKey,
} from '@tollgate/requests/idempotency';
import type { Claim, StoredAnswer } from '@tollgate/requests/idempotency';
import type { RequestLog } from '@tollgate/requests/records';
import { newUuid } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import { admit } from './admit.ts';
import type { Exchange, IncomingCall } from './call.ts';
import type { Directory } from './directory.ts';
import { readMaxCredits } from './estimate.ts';
import { toGatewayError } from './failures.ts';
import { placeHold } from './hold.ts';
import type { KeyUsage } from './key-usage.ts';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';
import { endingOf, toRecord } from './record.ts';
import type { Ending, RecordSubject } from './record.ts';
import type { Served, ServeDeps } from './serve-whole.ts';
import { release } from './settle.ts';

/** Everything that the story of a paid call works with. */
export interface CompleteDeps extends ServeDeps {
  db: Knex;
  directory: Directory;
  requestLog: RequestLog;
  keyUsage: KeyUsage;
  timers: Timers;
  pepper: Buffer;
  processId: string;
  now(): number;
}

/**
 * One paid call, from the key to the record. Everything that can refuse comes before anything that costs; what was
 * held is settled or released on every way out.
 * @throws GatewayError for every refusal and for every failure before the answer began
 */
export async function complete<Request extends { model: string }, Planned extends Plan>(
  deps: CompleteDeps,
  operation: Operation<Request, Planned>,
  exchange: Exchange,
): Promise<void> {
  const { call } = exchange;
  const caller = await sayWhenAway(admit)(deps, call.header('authorization'));
  call.identify(caller);
  deps.keyUsage.note(caller.key.id);
  const subject: RecordSubject = {
    call,
    caller,
    opId: newUuid(),
    attempt: 1,
    asked: { model: null, stream: false },
    plan: null,
  };
  try {
    const ending = await run(deps, operation, { exchange, subject });
    deps.requestLog.add(toRecord(subject, ending));
  } catch (thrown) {
    const error = asGatewayError(asServiceError(thrown));
    deps.requestLog.add(toRecord(subject, endingOf(error, subject.plan !== null)));
    throw error;
  }
}

async function run<Request extends { model: string }, Planned extends Plan>(
  deps: CompleteDeps,
  operation: Operation<Request, Planned>,
  { exchange, subject }: { exchange: Exchange; subject: RecordSubject },
): Promise<Ending> {
  const { call } = exchange;
  const request = operation.parse(await call.readBody());
  subject.asked = { model: request.model, stream: operation.isStream(request) };
  const maxCredits = readMaxCredits(call.header(HEADER.maxCredits));
  const claimed = await claimIfKeyed(deps, subject, request);
  if (claimed?.kind === 'replay') return replay(exchange, claimed.answer, subject.asked.stream);
  const claim = claimed?.claim ?? null;
  if (claim !== null) Object.assign(subject, { opId: claim.opId, attempt: claim.attempt });
  const { opId, attempt, caller } = subject;
  const plan = await prepare(deps, { call, claim }, () =>
    operation.plan(deps.directory.catalog(), { opId, attempt, caller, request, maxCredits }),
  );
  subject.plan = plan;
  const served = await serve(deps, { plan, claim, call }, () =>
    operation.serve(deps, plan, { ...exchange, keep: claim !== null }),
  );
  if (claim !== null) await keepServed(deps, claim, served);
  return served.ending;
}

/** The caller has the answer already: a database that is away now must not take it back. */
async function keepServed(deps: CompleteDeps, claim: Claim, served: Served): Promise<void> {
  try {
    await keepAnswer(deps, claim, served.answer);
  } catch (error) {
    deps.logger.error({ error, op: claim.opId }, 'an answer could not be kept for replay');
  }
}

/** Step 2: seen before? A key makes the operation unique for its user. */
async function claimIfKeyed(deps: CompleteDeps, subject: RecordSubject, body: unknown) {
  const { call, caller, opId } = subject;
  const key = readIdempotencyKey(call.header(HEADER.idempotencyKey));
  if (key === null) return null;
  const { requestId, route } = call;
  const owner = { userId: caller.key.ownerId, mode: caller.mode };
  return claimKey(deps, { ...owner, key, route, body, opId, requestId });
}

/** Steps 3 to 7. A refusal here gives the caller's idempotency key back. */
async function prepare<Planned extends Plan>(
  deps: CompleteDeps,
  { call, claim }: { call: IncomingCall; claim: Claim | null },
  makePlan: () => Planned,
): Promise<Planned> {
  try {
    const plan = makePlan();
    if (!deps.spool.isHealthy() && plan.estimate !== null) {
      throw new GatewayError('service_unavailable', 'No new calls are taken just now.', {
        detail: 'the settlement spool is full or can not be written',
      });
    }
    if (call.gone.aborted) throw new GatewayError('invalid_request', 'The caller has left.');
    await placeHold(deps, plan);
    return plan;
  } catch (error) {
    if (claim !== null) await dropClaim(deps, claim);
    throw error;
  }
}

/** Steps 8 and 9. A failure before anything was delivered releases the hold and costs the caller nothing. */
async function serve(
  deps: CompleteDeps,
  { plan, claim, call }: { plan: Plan; claim: Claim | null; call: IncomingCall },
  work: () => Promise<Served>,
): Promise<Served> {
  try {
    return await work();
  } catch (thrown) {
    const error = asGatewayError(
      thrown instanceof UpstreamError ? toGatewayError(thrown.failure, thrown) : thrown,
    );
    await release(deps, plan, error.code);
    const { requestId } = call;
    if (claim !== null) await closeFailedClaim(deps, claim, { error, requestId });
    throw error;
  }
}

/** A failure worth another try leaves the key open; a final one is kept as the key's answer. */
async function closeFailedClaim(
  deps: CompleteDeps,
  claim: Claim,
  { error, requestId }: { error: GatewayError; requestId: string },
): Promise<void> {
  if (error.retry && claim.attempt < ATTEMPTS_MAX) return leaveClaimOpen(deps, claim);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const body = Buffer.from(JSON.stringify(errorDocument(error, requestId)));
  return keepAnswer(deps, claim, { status: error.status, headers, body });
}

function errorDocument(error: GatewayError, requestId: string): unknown {
  const { message, type, param, code } = error;
  return { error: { message, type, param, code, request_id: requestId } };
}

/** The stored answer, byte for byte, under the new request id. Nothing is charged. */
async function replay(
  { call, reply }: Exchange,
  answer: StoredAnswer,
  stream: boolean,
): Promise<Ending> {
  const headers = {
    ...answer.headers,
    [HEADER.requestId]: call.requestId,
    [HEADER.originalRequestId]: answer.requestId,
    [HEADER.idempotentReplay]: 'true',
  };
  if (stream && answer.status === 200) {
    const out = reply.openStream(headers);
    await out.write(answer.body.toString('utf8'));
    out.end();
  } else {
    reply.send({ status: answer.status, headers, body: answer.body });
  }
  return { status: answer.status, outcome: 'replayed', error: null, bill: null, timing: null };
}
