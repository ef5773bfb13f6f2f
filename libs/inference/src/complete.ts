import { asGatewayError, GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { MasterKey } from '@tollgate/catalog/sealing';
import { asServiceError, sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Pepper } from '@tollgate/keys/secret';
import { ProviderError } from '@tollgate/providers/adapter';
import type { MediaFetcher } from '@tollgate/providers/media-fetcher';
import type { KeyAllowance } from '@tollgate/requests/operations/key-allowance';
import type { RequestLog } from '@tollgate/requests/records/request-log';
import { findSpending } from '@tollgate/requests/usage/spending-queries';
import { newUuid } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import { accept } from './async/accept.ts';
import type { AsyncJobs } from './async/job-queue.ts';
import { prefersAsync } from './async/prefer.ts';
import { authenticate } from './authenticate.ts';
import { claimCall } from './call-claim.ts';
import type { CallClaim } from './call-claim.ts';
import type { Exchange, IncomingCall, StreamVoice } from './call.ts';
import type { ClaimCloser } from './claim-closer.ts';
import type { CredentialPool } from './credential-pool.ts';
import type { Directory } from './directory.ts';
import { endingOf } from './ending.ts';
import type { Ending } from './ending.ts';
import { namedFacts, namedModel } from './named-model.ts';
import { readMaxCredits } from './estimate.ts';
import { LEFT_UNSENT, toGatewayError } from './failures.ts';
import { gatherMedia } from './gather-media.ts';
import { createHeldFiles } from './held-files.ts';
import type { HeldFiles } from './held-files.ts';
import { placeHold } from './hold.ts';
import type { HoldDeps } from './hold.ts';
import type { KeyUsage } from './key-usage.ts';
import { openLimits } from './limits.ts';
import type { TakenLimits } from './limits.ts';
import type { Limiter } from './limits/limiter.ts';
import { openSealed } from './operation.ts';
import type { Operation } from './operation.ts';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { Plan } from './plan.ts';
import type { RecordSubject } from './record-subject.ts';
import { countCall, toRecord } from './record.ts';
import { assertListed } from './resolve.ts';
import type { ResolveDeps } from './resolve.ts';
import { serveFirst } from './serve-first.ts';
import type { Served, ServeDeps } from './served.ts';
import { readSessionId } from './session-id.ts';
import { release } from './settle.ts';
import { newTryLog } from './tries.ts';

export interface CompleteDeps extends ServeDeps {
  db: Knex;
  directory: Directory;
  requestLog: RequestLog;
  pool: CredentialPool;
  keyUsage: KeyUsage;
  limiter: Limiter;
  mediaFetcher: MediaFetcher;
  masterKey: MasterKey;
  asyncJobs: AsyncJobs;
  claims: ClaimCloser;
  keyAllowance: KeyAllowance;
  timers: Timers;
  pepper: Pepper;
  settings: RouteSettings;
  processId: string;
}

/**
 * One paid call, from the key to the record. Everything that can refuse comes before anything that costs; what was
 * held is settled or released on every exit.
 * @throws GatewayError for every refusal and for every failure before the answer began
 */
export async function complete<
  Request extends { model: string },
  Planned extends Plan,
  Voice extends StreamVoice,
>(
  deps: CompleteDeps,
  operation: Operation<Request, Planned, Voice>,
  { call, sink }: Exchange,
): Promise<void> {
  const caller = await sayWhenAway(authenticate)(deps, (name) => call.header(name), operation);
  await call.identify(caller);
  deps.keyUsage.note(caller.key.id);
  const subject: RecordSubject = {
    call,
    caller,
    // An operation has the id of its answer, so that one id names it everywhere; what a caller chose is no id of ours.
    opId: call.ownRequestUuid ?? newUuid(),
    attempt: 1,
    asked: { model: null, stream: false, async: false },
    plan: null,
    sessionId: null,
    log: newTryLog(call.startedMs),
  };
  const { limiter, db } = deps;
  const limits = openLimits({ limiter, findSpending: (owner) => findSpending(db, owner) }, sink);
  const files = createHeldFiles();
  try {
    const exchange = { call, sink: limits.sink };
    const ending = await run(deps, operation, { exchange, subject, limits, files });
    if (ending === null) return;
    limits.end(ending.bill);
    note(deps, subject, ending);
  } catch (thrown) {
    limits.end(null);
    const error = asGatewayError(asServiceError(thrown));
    note(deps, subject, endingOf(error, subject.plan !== null));
    throw error;
  } finally {
    files.giveBack();
  }
}

/** Step 10: the record, and the metrics that say the same. */
function note(
  { requestLog, directory }: CompleteDeps,
  subject: RecordSubject,
  ending: Ending,
): void {
  if (subject.plan === null && (subject.named?.model ?? null) === null) {
    subject.named = namedFacts(directory.catalog(), subject.caller, subject.asked.model);
  }
  requestLog.add(toRecord(subject, ending));
  countCall(subject, ending);
}

/** Steps 2 to 9. @returns null for an accepted operation, which is recorded when it ends */
async function run<
  Request extends { model: string },
  Planned extends Plan,
  Voice extends StreamVoice,
>(
  deps: CompleteDeps,
  operation: Operation<Request, Planned, Voice>,
  given: { exchange: Exchange; subject: RecordSubject; limits: TakenLimits; files: HeldFiles },
): Promise<Ending | null> {
  const { exchange, subject, limits, files } = given;
  const { call } = exchange;
  subject.sessionId = readSessionId((name) => call.header(name));
  const header = (name: string): string | undefined => call.header(name);
  const read = await call.readBody();
  subject.asked = { ...subject.asked, model: namedModel(read) };
  const request = operation.parse(read, { settings: deps.settings, header });
  const body = await openSealed(deps, operation, { request, userId: subject.caller.key.ownerId });
  subject.asked = askedOf(operation, request, call);
  assertNotBoth(subject);
  const maxCredits = readMaxCredits(call.header(HEADER.maxCredits));
  // Also for an answer that another key of the owner was given: the list says what this key may see.
  assertListed(deps.directory.catalog(), subject.caller, request.model);
  const seen = await claimCall(deps, { exchange, subject }, request);
  if (seen.ending !== null) return seen.ending;
  const { claim } = seen;
  const { opId, caller, asked } = subject;
  const narrator = asked.stream
    ? operation.narrate?.(request, { opId, createdMs: call.at.getTime() })
    : undefined;
  if (narrator !== undefined) exchange.sink.speak?.(narrator);
  const holder = holderOf(deps, operation, asked.async);
  let gathered = body;
  const plans = await prepare({ call, claim, holder, limits }, async () => {
    const found = { ...resolveDeps(deps), mediaFetcher: deps.mediaFetcher };
    const media = files.of(call);
    gathered = await gatherMedia(found, operation.addressed, { request: body, caller, media });
    const input = { opId, attempt: claim.firstAttempt, caller, request: gathered, maxCredits };
    return operation.plan(resolveDeps(deps), input);
  });
  if (asked.async) {
    const kept = { body: operation.bodyOf?.(gathered) ?? gathered, maxCredits, limits };
    const accepted = { exchange, claim: claim.claim, subject, plans, ...kept };
    await (operation.acceptAlways === undefined
      ? accept(deps, accepted)
      : operation.acceptAlways.accept(deps, accepted));
    return null;
  }
  const keeping = claim.keep === undefined ? deps : { ...deps, beforeSending: claim.keep };
  const keep = claim.keep !== undefined;
  const served = await serve(deps, { exchange, claim, subject, plans }, (plan) =>
    operation.serve(keeping, plan, { ...exchange, keep, narrator }),
  );
  return served.ending;
}

function askedOf<Request extends { model: string }>(
  operation: Pick<Operation<Request, Plan>, 'acceptAlways' | 'isStream' | 'mayBeAsync'>,
  request: Request,
  call: IncomingCall,
): RecordSubject['asked'] {
  const prefers = operation.mayBeAsync && prefersAsync(call.header(HEADER.prefer));
  const isAsync = operation.acceptAlways !== undefined || prefers;
  return { model: request.model, stream: operation.isStream(request), async: isAsync };
}

/** Holds of accepted calls outlive this process. */
function holderOf<Request extends { model: string }, Planned extends Plan>(
  deps: CompleteDeps,
  { acceptAlways }: Operation<Request, Planned>,
  isAsync: boolean,
): HoldDeps {
  if (!isAsync) return deps;
  if (acceptAlways === undefined) return { ...deps, processId: null };
  return { ...deps, processId: acceptAlways.holder, holdMs: acceptAlways.holdMs(deps.timers) };
}

/** @throws GatewayError for a stream that is to be answered later */
function assertNotBoth({ asked }: RecordSubject): void {
  if (!asked.async || !asked.stream) return;
  throw new GatewayError(
    'invalid_request',
    'A stream cannot be answered asynchronously. Leave out "stream" or the preference.',
    { param: 'stream' },
  );
}

function resolveDeps(deps: CompleteDeps): ResolveDeps {
  return { catalog: deps.directory.catalog(), pool: deps.pool, random: Math.random };
}

/** Steps 3 to 7. A refusal here frees the idempotency key of the call. */
async function prepare<Planned extends Plan>(
  given: { call: IncomingCall; claim: CallClaim; holder: HoldDeps; limits: TakenLimits },
  makePlans: () => Promise<Planned[]>,
): Promise<Planned[]> {
  const { call, claim, holder, limits } = given;
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
    await limits.take(first);
    await placeHold(holder, first, { locked: () => call.awaitsProvider() });
    if (first.estimate !== null) call.noteHold?.(first.opId);
    call.awaitsProvider();
    return plans;
  } catch (error) {
    await claim.refused(error);
    throw error;
  }
}

/** Steps 8 and 9. A failure before anything was delivered releases the hold and costs the caller nothing. */
async function serve<Planned extends Plan>(
  deps: CompleteDeps,
  given: {
    exchange: Exchange;
    claim: CallClaim;
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
        subject.plan = plan;
        if (call.gone.aborted) throw new ProviderError(LEFT_UNSENT);
        return work(plan);
      },
    );
    await claim.ended(served.ending);
    return served;
  } catch (thrown) {
    const failure =
      thrown instanceof ProviderError ? toGatewayError(thrown.failure, thrown) : thrown;
    const error = asGatewayError(failure);
    if (subject.plan !== null) await release(deps, subject.plan, error.code);
    await claim.failed(error);
    throw error;
  }
}
