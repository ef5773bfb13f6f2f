import { asGatewayError, GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { MasterKey } from '@tollgate/catalog/sealing';
import { asServiceError, sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Pepper } from '@tollgate/keys/secret';
import { ProviderError } from '@tollgate/providers/adapter';
import { claimKey, readIdempotencyKey } from '@tollgate/requests/idempotency';
import type { KeyAllowance } from '@tollgate/requests/key-allowance';
import type { Claim } from '@tollgate/requests/idempotency';
import type { RequestLog } from '@tollgate/requests/records';
import { findSpending } from '@tollgate/requests/spending-queries';
import type { SpendingOwner } from '@tollgate/requests/spending-queries';
import { newUuid } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import { admit } from './admit.ts';
import { accept } from './async/accept.ts';
import type { AsyncJobs } from './async/job-queue.ts';
import { prefersAsync } from './async/prefer.ts';
import type { Exchange, IncomingCall } from './call.ts';
import type { ClaimCloser } from './claim-closer.ts';
import { closeFailedClaim, freeClaim } from './close-claim.ts';
import { STATUS_CALLER_LEFT } from './consumption.ts';
import type { CredentialPool } from './credential-pool.ts';
import type { Directory } from './directory.ts';
import { readMaxCredits } from './estimate.ts';
import { LEFT_UNSENT, toGatewayError } from './failures.ts';
import { placeHold } from './hold.ts';
import type { HoldDeps } from './hold.ts';
import type { KeyUsage } from './key-usage.ts';
import { openLimitPass } from './limits.ts';
import type { LimitPass } from './limits.ts';
import type { Limiter } from './limits/limiter.ts';
import { countCall } from './metrics.ts';
import { openSealed } from './operation.ts';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';
import { endingOf, toRecord } from './record.ts';
import type { Ending, RecordSubject } from './record.ts';
import { assertListed } from './resolve.ts';
import type { ResolveDeps } from './resolve.ts';
import { join, replay } from './replay.ts';
import { serveFirst } from './serve-first.ts';
import type { Served, ServeDeps } from './serve-whole.ts';
import { release } from './settle.ts';
import { newTryLog } from './tries.ts';

/** Attempts that holds of one claim may take: one for each model of an alias. */
const HOLDS_PER_CLAIM = 100;

/** Everything that the story of a paid call works with. */
export interface CompleteDeps extends ServeDeps {
  db: Knex;
  directory: Directory;
  requestLog: RequestLog;
  pool: CredentialPool;
  keyUsage: KeyUsage;
  limiter: Limiter;
  masterKey: MasterKey;
  asyncJobs: AsyncJobs;
  claims: ClaimCloser;
  keyAllowance: KeyAllowance;
  timers: Timers;
  pepper: Pepper;
  processId: string;
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
  const caller = await sayWhenAway(admit)(deps, (name) => call.header(name));
  call.identify(caller);
  deps.keyUsage.note(caller.key.id);
  const subject: RecordSubject = {
    call,
    caller,
    opId: newUuid(),
    attempt: 1,
    asked: { model: null, stream: false, async: false },
    plan: null,
    log: newTryLog(call.startedMs),
  };
  const { limiter, db } = deps;
  const findSpendingOf = (owner: SpendingOwner) => findSpending(db, owner);
  const pass = openLimitPass({ limiter, findSpending: findSpendingOf }, exchange.reply);
  try {
    const passing = { ...exchange, reply: pass.reply };
    const ending = await run(deps, operation, { exchange: passing, subject, pass });
    if (ending === null) return;
    pass.end(ending.bill);
    note(deps, subject, ending);
  } catch (thrown) {
    pass.end(null);
    const error = asGatewayError(asServiceError(thrown));
    note(deps, subject, endingOf(error, subject.plan !== null));
    throw error;
  }
}

/** Step 10: the record, and the metrics that say the same. */
function note({ requestLog }: CompleteDeps, subject: RecordSubject, ending: Ending): void {
  requestLog.add(toRecord(subject, ending));
  countCall(subject, ending);
}

/** @returns null for an accepted operation, which is recorded when it ends */
async function run<Request extends { model: string }, Planned extends Plan>(
  deps: CompleteDeps,
  operation: Operation<Request, Planned>,
  { exchange, subject, pass }: { exchange: Exchange; subject: RecordSubject; pass: LimitPass },
): Promise<Ending | null> {
  const { call } = exchange;
  const body = await call.readBody();
  const request = operation.parse(body);
  const opened = await openSealed(deps, operation, { request, userId: subject.caller.key.ownerId });
  const stream = operation.isStream(request);
  const isAsync = operation.mayBeAsync && prefersAsync(call.header(HEADER.prefer));
  subject.asked = { model: request.model, stream, async: isAsync };
  assertNotBoth(subject);
  const maxCredits = readMaxCredits(call.header(HEADER.maxCredits));
  // Also an answer that another key of the owner was given: the list says what this one may see.
  assertListed(deps.directory.catalog(), subject.caller, request.model);
  const claimed = await claimIfKeyed(deps, subject, request);
  if (claimed?.kind === 'replay') return replay(deps, { exchange, subject }, claimed.load);
  if (claimed?.kind === 'accepted') return join(deps, { exchange, subject }, claimed.opId);
  const claim = claimed?.claim ?? null;
  if (claim !== null) Object.assign(subject, { opId: claim.opId, attempt: claim.attempt });
  const { opId, caller } = subject;
  const attempt = (subject.attempt - 1) * HOLDS_PER_CLAIM + 1;
  const holder = isAsync ? { ...deps, processId: null } : deps;
  const plans = await prepare(deps, { call, claim, holder, pass }, () =>
    operation.plan(resolveDeps(deps), { opId, attempt, caller, request: opened, maxCredits }),
  );
  if (isAsync) {
    await accept(deps, { exchange, claim, subject, plans, body: opened, maxCredits, pass });
    return null;
  }
  const keeping = claim === null ? deps : keepingUnder(deps, claim);
  const served = await serve(deps, { exchange, claim, subject, plans }, (plan) =>
    operation.serve(keeping, plan, { ...exchange, keep: claim !== null }),
  );
  return served.ending;
}

/** A caller who has the whole answer gets it again under the same key, whatever becomes of this process meanwhile. */
function keepingUnder(deps: CompleteDeps, claim: Claim): CompleteDeps {
  return {
    ...deps,
    beforeReply: ({ status, headers, body }) =>
      deps.claims.keep(claim, { status, headers: { ...headers }, body }),
  };
}

/** @throws GatewayError for a stream that is to be answered later */
function assertNotBoth({ asked }: RecordSubject): void {
  if (!asked.async || !asked.stream) return;
  throw new GatewayError(
    'invalid_request',
    'A stream can not be answered asynchronously. Leave out "stream" or the preference.',
    { param: 'stream' },
  );
}

/** Step 2: seen before? A key makes the operation unique for its user. */
async function claimIfKeyed(deps: CompleteDeps, subject: RecordSubject, body: unknown) {
  const { call, caller, opId } = subject;
  const key = readIdempotencyKey(call.header(HEADER.idempotencyKey));
  if (key === null) return null;
  const { requestId, route } = call;
  const owner = { userId: caller.key.ownerId, mode: caller.mode };
  const waits = (): void => call.awaitsProvider();
  return claimKey(deps, { ...owner, key, route, body, opId, requestId, waits });
}

function resolveDeps(deps: CompleteDeps): ResolveDeps {
  return { catalog: deps.directory.catalog(), pool: deps.pool, random: Math.random };
}

/** Steps 3 to 7. A refusal here gives the caller's idempotency key back. */
async function prepare<Planned extends Plan>(
  deps: CompleteDeps,
  given: { call: IncomingCall; claim: Claim | null; holder: HoldDeps; pass: LimitPass },
  makePlans: () => Planned[],
): Promise<Planned[]> {
  const { call, claim, holder, pass } = given;
  try {
    const plans = makePlans();
    const [first] = plans;
    if (first === undefined) throw new TypeError('there is no way to serve the call');
    if (!deps.spool.isHealthy() && first.estimate !== null) {
      throw new GatewayError('service_unavailable', 'No new calls are taken just now.', {
        detail: 'the settlement spool is full or can not be written',
      });
    }
    if (call.gone.aborted) throw new GatewayError('invalid_request', 'The caller has left.');
    await pass.take(first);
    await placeHold(holder, first, { locked: () => call.awaitsProvider() });
    call.awaitsProvider();
    return plans;
  } catch (error) {
    if (claim !== null) await freeClaim(deps.claims, claim, error);
    throw error;
  }
}

/** Steps 8 and 9. A failure before anything was delivered releases the hold and costs the caller nothing. */
async function serve<Planned extends Plan>(
  deps: CompleteDeps,
  given: {
    exchange: Exchange;
    claim: Claim | null;
    subject: RecordSubject;
    plans: readonly Planned[];
  },
  work: (plan: Planned) => Promise<Served>,
): Promise<Served> {
  const { exchange, claim, subject, plans } = given;
  try {
    const served = await serveFirst(
      deps,
      { plans, reply: exchange.reply, gone: exchange.call.gone, tries: subject.log },
      (plan) => {
        subject.plan = plan;
        if (exchange.call.gone.aborted) throw new ProviderError(LEFT_UNSENT);
        return work(plan);
      },
    );
    // What was charged without an answer is never run again under the key.
    if (served.ending.status === STATUS_CALLER_LEFT && claim !== null) {
      await deps.claims.forget(claim);
    }
    return served;
  } catch (thrown) {
    const error = asGatewayError(
      thrown instanceof ProviderError ? toGatewayError(thrown.failure, thrown) : thrown,
    );
    if (subject.plan !== null) await release(deps, subject.plan, error.code);
    const { requestId } = exchange.call;
    if (claim !== null) await closeFailedClaim(deps.claims, claim, { error, requestId });
    throw error;
  }
}
