import { asGatewayError, GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import type { MasterKey } from '@tollgate/catalog/sealing';
import { asServiceError } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Pepper } from '@tollgate/keys/secret';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { MediaFetcher } from '@tollgate/providers/engine/media-fetcher';
import type { KeyAllowance } from '@tollgate/requests/operations/key-allowance';
import type { RequestLog } from '@tollgate/requests/records/request-log';
import { newUuid } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import type { AsyncJobs } from './async/job-queue.ts';
import { authenticate } from './caller/authenticate.ts';
import type { Caller } from './caller/caller.ts';
import { claimCall, NO_CLAIM } from './claims/call-claim.ts';
import type { CallClaim } from './claims/call-claim.ts';
import type { Exchange, IncomingCall, StreamFrames } from './call.ts';
import type { ClaimCloser } from './claims/claim-closer.ts';
import type { CredentialPool } from './credentials/credential-pool.ts';
import type { Directory } from './caller/directory.ts';
import { endingOf } from './record/ending.ts';
import type { Ending } from './record/ending.ts';
import {
  namedModel,
  noteAsked,
  notePlan,
  noteSession,
  readSessionId,
  newTryLog,
} from './record/record.ts';
import { readMaxCredits } from './bounds/estimate.ts';
import { noteEnding } from './record/metrics.ts';
import { LEFT_UNSENT, toGatewayError } from './record/failures.ts';
import { gatherMedia } from './media/gather-media.ts';
import { createHeldFiles } from './media/held-files.ts';
import type { HeldFiles } from './media/held-files.ts';
import { placeHold } from './money/hold.ts';
import type { HoldDeps } from './money/hold.ts';
import type { KeyUsage } from './caller/key-usage.ts';
import { limitsOf } from './limits/limits-of-call.ts';
import type { TakenLimits } from './limits/limits.ts';
import type { Limiter } from './limits/shared-or-local.ts';
import { acceptLater, askedOf, assertNotBoth, openSealed } from './operation.ts';
import type { Operation } from './operation.ts';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import { plansFor } from './plan.ts';
import type { Plan } from './plan.ts';
import type { RecordSubject } from './record/record.ts';
import { assertListed } from './catalogue/resolve.ts';
import type { ResolveDeps } from './catalogue/resolve.ts';
import { serveFirst } from './dispatch/serve-first.ts';
import type { Served, ServeDeps } from './dispatch/served.ts';
import { release } from './money/settle.ts';

/** The attempt of the first hold of an operation that was never begun before. */
const FIRST_ATTEMPT = 1;

/** What the call of a caller who is known works with. */
export interface CompleteForDeps extends ServeDeps {
  db: Knex;
  directory: Directory;
  requestLog: Pick<RequestLog, 'add'>;
  pool: CredentialPool;
  limiter: Limiter;
  mediaFetcher: MediaFetcher;
  masterKey: MasterKey;
  asyncJobs: AsyncJobs;
  claims: ClaimCloser;
  keyAllowance: KeyAllowance;
  timers: Timers;
  settings: RouteSettings;
  processId: string;
}

export interface CompleteDeps extends CompleteForDeps {
  keyUsage: KeyUsage;
  pepper: Pepper;
}

/** {@link complete} for the calls of one route. */
export function completing<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  operation: Operation<Request, Planned, Frames>,
): (deps: CompleteDeps, exchange: Exchange) => Promise<void> {
  return (deps, exchange) => complete(deps, operation, exchange);
}

/**
 * One paid call, from the key to the record.
 * @throws GatewayError for every refusal and for every failure before the answer began
 */
export async function complete<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  deps: CompleteDeps,
  operation: Operation<Request, Planned, Frames>,
  exchange: Exchange,
): Promise<void> {
  const { call } = exchange;
  const caller = await authenticate(deps, (name) => call.header(name), operation).catch(sayAway);
  await call.identify(caller);
  deps.keyUsage.note(caller.key.id);
  await completeFor(deps, operation, { ...exchange, caller });
}

/**
 * The paid call of a caller who is known. Everything that can refuse comes before anything that
 * costs; what was held is settled or released on every exit.
 * @throws GatewayError for every refusal and for every failure before the answer began
 */
export async function completeFor<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  deps: CompleteForDeps,
  operation: Operation<Request, Planned, Frames>,
  { call, sink, caller }: Exchange & { caller: Caller },
): Promise<void> {
  const subject: RecordSubject = {
    call,
    caller,
    // An operation has the id of its answer, so that one id names it everywhere; what a caller
    // chose is no id of ours.
    opId: call.ownRequestUuid ?? newUuid(),
    attempt: FIRST_ATTEMPT,
    asked: { model: null, stream: false, async: false },
    plan: null,
    sessionId: null,
    log: newTryLog(call.startedMs),
  };
  // Nothing is counted and no slot goes back where there is no limit.
  const limits = caller.isUnlimited === true ? null : limitsOf(deps, { call, sink });
  const run = { exchange: { call, sink: limits?.sink ?? sink }, subject, limits };
  const held: Held = { files: null };
  try {
    const ending = await runCall(deps, operation, { ...run, held });
    if (ending === null) return;
    limits?.end(ending.bill);
    noteEnding(deps, subject, ending);
  } catch (thrown) {
    limits?.end(null);
    const error = asGatewayError(asServiceError(thrown));
    noteEnding(deps, subject, endingOf(error, subject.plan !== null));
    throw error;
  } finally {
    held.files?.giveBack();
  }
}

/** @throws GatewayError where the database is away, else what was thrown */
function sayAway(error: unknown): never {
  throw asServiceError(error);
}

/** Files that were fetched for a call; null while none was. */
interface Held {
  files: HeldFiles | null;
}

/** Steps 2 to 9. @returns null for an accepted operation, which is recorded when it ends */
async function runCall<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  deps: CompleteForDeps,
  operation: Operation<Request, Planned, Frames>,
  given: { exchange: Exchange; subject: RecordSubject; limits: TakenLimits | null; held: Held },
): Promise<Ending | null> {
  const { exchange, subject, limits, held } = given;
  const { call } = exchange;
  const header = (name: string): string | undefined => call.header(name);
  noteSession(subject, readSessionId(header));
  const read = await call.readBody();
  noteAsked(subject, { ...subject.asked, model: namedModel(read) });
  const request = operation.parse(read, { settings: deps.settings, header });
  const body = await openSealed(deps, operation, { request, userId: subject.caller.key.ownerId });
  noteAsked(subject, askedOf(operation, request, call));
  assertNotBoth(subject.asked);
  const maxCredits = readMaxCredits(call.header(HEADER.maxCredits));
  // Also for an answer that another key of the owner was given: the list says what this key may
  // see.
  assertListed(deps.directory.catalog(), subject.caller, request.model);
  const seen = await seenBefore(deps, { exchange, subject }, request);
  if (seen.ending !== null) return seen.ending;
  const { claim } = seen;
  const { opId, caller, asked } = subject;
  const streamFrames = asked.stream
    ? operation.makeFrames?.(request, { opId, createdMs: call.at.getTime() })
    : undefined;
  if (streamFrames !== undefined) exchange.sink.useFrames?.(streamFrames);
  const holder = holderOf(deps, operation, asked.async);
  let gathered = body;
  const whileHeld = (plan: Planned): void => operation.whileHeld?.(deps, plan);
  const plans = await prepare({ call, claim, holder, limits, whileHeld }, async () => {
    if (operation.isTextOnly?.(body) !== true) {
      held.files = createHeldFiles();
      const found = { ...resolveDeps(deps), mediaFetcher: deps.mediaFetcher };
      const media = held.files.of(call);
      gathered = await gatherMedia(found, operation.addressed, { request: body, caller, media });
    }
    const attempt = claim?.firstAttempt ?? call.batch?.firstAttempt ?? FIRST_ATTEMPT;
    const input = { opId, attempt, caller, request: gathered, maxCredits };
    return plansFor(await operation.plan(resolveDeps(deps), input), asked);
  });
  if (asked.async) {
    const taken = limits ?? limitsOf(deps, exchange);
    const kept = { body: gathered, maxCredits, limits: taken };
    const accepted = { exchange, claim: claim?.claim ?? null, subject, plans, ...kept };
    return acceptLater(deps, operation, accepted);
  }
  const keep = claim !== null;
  // An answer that is kept under a key names its charge for ever: billing says it first.
  const keeping = keep ? { ...deps, journal: undefined, ...claim.sending } : deps;
  const served = await serve(deps, { exchange, claim, subject, plans }, (plan) =>
    operation.serve(keeping, plan, { ...exchange, keep, streamFrames }),
  );
  return served.ending;
}

/** Whether a call repeats another. A call without a key repeats none. */
async function seenBefore(
  deps: CompleteForDeps,
  known: { exchange: Exchange; subject: RecordSubject },
  request: unknown,
): ReturnType<typeof claimCall> {
  if (known.exchange.call.header(HEADER.idempotencyKey) === undefined) return NO_CLAIM;
  return claimCall(deps, known, request);
}

/** Holds of accepted calls outlive this process. */
function holderOf<Request extends { model: string }, Planned extends Plan>(
  deps: CompleteForDeps,
  { acceptAlways }: Operation<Request, Planned>,
  isAsync: boolean,
): HoldDeps {
  if (!isAsync) return deps;
  if (acceptAlways === undefined) return { ...deps, processId: null };
  return { ...deps, processId: acceptAlways.holder, holdMs: acceptAlways.holdMs(deps.timers) };
}

function resolveDeps(deps: CompleteForDeps): ResolveDeps {
  return { catalog: deps.directory.catalog(), pool: deps.pool, random: Math.random };
}

/** Steps 3 to 7. A refusal here frees the idempotency key of the call. */
async function prepare<Planned extends Plan>(
  given: {
    call: IncomingCall;
    claim: CallClaim | null;
    holder: HoldDeps;
    limits: TakenLimits | null;
    whileHeld: (plan: Planned) => void;
  },
  makePlans: () => Promise<Planned[]>,
): Promise<Planned[]> {
  const { call, claim, holder, limits, whileHeld } = given;
  try {
    const plans = await makePlans();
    const [first] = plans;
    if (first === undefined) throw new TypeError('no target can serve the call');
    if (!holder.spool.isHealthy() && first.estimate !== null) {
      throw new GatewayError('billing_unavailable', 'No new calls are taken just now.', {
        detail: 'the settlement spool is full or cannot be written',
      });
    }
    if (call.gone.aborted) throw new GatewayError('invalid_request', 'The caller has left.');
    await limits?.take(first);
    const hold = placeHold(holder, first, { locked: () => call.awaitsProvider() });
    // Behind the bytes of the hold, which leave in this turn of the loop.
    if (first.estimate !== null) setImmediate(whileHeld, first);
    await hold;
    if (first.estimate !== null) call.noteHold?.(first.opId);
    call.awaitsProvider();
    return plans;
  } catch (error) {
    await claim?.refused(error);
    throw error;
  }
}

/**
 * Steps 8 and 9. A failure before anything was delivered releases the hold and costs the caller
 * nothing.
 */
async function serve<Planned extends Plan>(
  deps: CompleteForDeps,
  given: {
    exchange: Exchange;
    claim: CallClaim | null;
    subject: RecordSubject;
    plans: readonly Planned[];
  },
  work: (plan: Planned) => Promise<Served>,
): Promise<Served> {
  const { exchange, claim, subject, plans } = given;
  const { sink, call } = exchange;
  try {
    const served = await serveFirst(
      deps,
      { plans, sink, gone: call.gone, tries: subject.log },
      (plan) => {
        notePlan(subject, plan);
        if (call.gone.aborted) throw new ProviderError(LEFT_UNSENT);
        return work(plan);
      },
    );
    await claim?.ended(served.ending);
    return served;
  } catch (thrown) {
    const failure =
      thrown instanceof ProviderError ? toGatewayError(thrown.failure, thrown) : thrown;
    const error = asGatewayError(failure);
    if (subject.plan !== null) await release(deps, subject.plan, error.code);
    await claim?.failed(error);
    throw error;
  }
}
