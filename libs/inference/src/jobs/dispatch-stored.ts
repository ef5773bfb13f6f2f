import type { Reservation } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { Caller } from '../caller/caller.ts';
import type { Resolved, ResolveDeps } from '../catalogue/resolve.ts';
import type { IncomingCall, AnswerSink, StreamFrames } from '../call.ts';
import { placeHold } from '../money/hold.ts';
import {
  chatOperation,
  embeddingsOperation,
  messagesOperation,
  openSealed,
  responsesOperation,
} from '../operation.ts';
import type { Operation } from '../operation.ts';
import type { Plan } from '../plan.ts';
import { serveFirst } from '../dispatch/serve-first.ts';
import type { ServeFirstDeps } from '../dispatch/serve-first.ts';
import type { Served, ServeDeps } from '../dispatch/served.ts';
import type { TryLog } from '../record/record.ts';
import { pinPlans } from '../async/pin-plans.ts';
import type { StoredCall } from '../async/stored-call.ts';
import { WrittenRequest } from './provider-batches.ts';
import type { BatchInterface } from './provider-batches.ts';

export interface DispatchDeps extends ServeDeps, ServeFirstDeps {
  catalog(): CatalogSnapshot;
}

/** What a line is planned with that goes over the batch interface of a provider. */
export interface OverInterface {
  /** With the one target that has the job; its price is that of the acceptance. */
  resolved: Resolved;
}

/** One try at an accepted operation. */
export interface Dispatch {
  opId: string;
  call: IncomingCall;
  stored: StoredCall;
  /** Commits that a provider is about to be called; throws when it may not be. */
  mark(): Promise<void>;
  /** Notes each call of a provider. */
  log: TryLog;
  /** Called with each target before it is tried. */
  trying(plan: Plan): void;
  /** Present where the answer has come over a batch interface. */
  over?: OverInterface;
}

/** What answers an operation, by the route that it came through. */
export type Dispatcher = (deps: DispatchDeps, dispatch: Dispatch) => Promise<Served>;

/** Makes something of the operation of a route. */
type Use<Made> = <
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  operation: Operation<Request, Planned, Frames>,
) => Made;

/** @throws TypeError for a route whose calls are never kept */
function withOperation<Made>(route: string, use: Use<Made>): Made {
  switch (route) {
    case 'POST /v1/chat/completions':
      return use(chatOperation);
    case 'POST /v1/responses':
      return use(responsesOperation);
    case 'POST /v1/embeddings':
      return use(embeddingsOperation);
    case 'POST /v1/messages':
      return use(messagesOperation);
    default:
      throw new TypeError(`no calls of ${route} are kept`);
  }
}

/** The dispatcher of a route. @throws TypeError for one that takes no asynchronous calls */
export function dispatcherFor(route: string): Dispatcher {
  return withOperation<Dispatcher>(
    route,
    (operation) => (deps, dispatch) => run(deps, operation, dispatch),
  );
}

async function run<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  deps: DispatchDeps,
  operation: Operation<Request, Planned, Frames>,
  dispatch: Dispatch,
): Promise<Served> {
  const { opId, call, stored, over } = dispatch;
  const parsed = operation.parse(stored.body);
  const userId = stored.caller.key.ownerId;
  const request =
    operation.keepsSealed === true
      ? await openSealed(deps, operation, { request: parsed, userId })
      : parsed;
  const held = stored.pins.length === 0 ? null : await standingHold(deps, opId);
  const plans = await operation.plan(
    { ...resolveDeps(deps), ...(over === undefined ? {} : { pinned: pinnedIn(stored, over) }) },
    {
      opId,
      attempt: 1,
      caller: stored.caller,
      request,
      maxCredits: null,
      ...(over === undefined ? {} : { tier: 'batch' as const }),
    },
  );
  const pinned = pinPlans(plans, stored, held);
  const [first] = pinned.plans;
  if (first === undefined) throw notRoutable();
  if (!pinned.isHeld) await placeHold(deps, first);
  await dispatch.mark();
  const given = { plans: pinned.plans, sink: SILENT, gone: call.gone, tries: dispatch.log };
  return serveFirst(deps, given, (plan) => {
    dispatch.trying(plan);
    return operation.serve(deps, plan, { call, sink: SILENT, keep: true });
  });
}

function resolveDeps({ catalog, pool }: Pick<DispatchDeps, 'catalog' | 'pool'>): ResolveDeps {
  return { catalog: catalog(), pool, random: Math.random };
}

/** The target under the price of the acceptance. */
function pinnedIn({ pins }: Pick<StoredCall, 'pins'>, { resolved }: OverInterface): Resolved {
  const targets = resolved.targets.map((target) => {
    const pin = pins.find(({ modelId }) => modelId === target.modelId);
    return { ...target, price: pin?.price ?? null };
  });
  return { ...resolved, targets };
}

/** A request that is to be written for the batch interface of a provider. */
export interface UnsentRequest extends OverInterface {
  opId: string;
  caller: Caller;
  call: IncomingCall;
  /** As it came, or as it was kept. */
  body: unknown;
  /** Absent for a body that was kept. */
  settings?: RouteSettings;
}

/** A request as its provider would be sent it. */
export interface RequestOver {
  path: string;
  body: unknown;
  /** The most tokens of its prompt. */
  tokens: number;
}

/**
 * Writes a request as its provider would be sent it, and sends nothing.
 * @throws GatewayError for what would be refused, or cannot go over a batch interface
 */
export type RequestWriter = (deps: WriteDeps, unsent: UnsentRequest) => Promise<RequestOver>;

/** What requests are written with. */
export type WriteDeps = DispatchDeps & { batchInterface: Pick<BatchInterface, 'writing'> };

/** The writer of a route. @throws TypeError for one that batches do not take */
export function writerFor(route: string): RequestWriter {
  return withOperation<RequestWriter>(
    route,
    (operation) => (deps, unsent) => write(deps, operation, unsent),
  );
}

async function write<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames,
>(
  deps: WriteDeps,
  operation: Operation<Request, Planned, Frames>,
  { opId, caller, call, body, settings, resolved }: UnsentRequest,
): Promise<RequestOver> {
  const isKept = settings === undefined;
  const reading = isKept ? undefined : { settings, header: () => undefined };
  const parsed = operation.parse(body, reading);
  const userId = caller.key.ownerId;
  const request =
    isKept && operation.keepsSealed !== true
      ? parsed
      : await openSealed(deps, operation, { request: parsed, userId });
  if (operation.isStream(request)) throw notOver('a stream');
  const [plan] = await operation.plan(
    { ...resolveDeps(deps), pinned: resolved },
    { opId, attempt: 1, caller, request, maxCredits: null, tier: 'batch' },
  );
  if (plan === undefined || plan.runs !== undefined || plan.onlyWaited === true) {
    throw notOver('what the provider runs or the caller waits for');
  }
  const written = await requestOf(() =>
    operation.serve({ ...deps, providers: deps.batchInterface.writing }, plan, {
      call,
      sink: SILENT,
      keep: true,
    }),
  );
  return { ...written, tokens: plan.promptBound };
}

async function requestOf(serve: () => Promise<unknown>): Promise<WrittenRequest['request']> {
  try {
    await serve();
  } catch (thrown) {
    if (thrown instanceof WrittenRequest) return thrown.request;
    throw thrown;
  }
  throw new TypeError('a request was answered before it was sent');
}

function notOver(what: string): GatewayError {
  return new GatewayError('invalid_request', `A batch interface takes not ${what}.`);
}

/**
 * The hold of an operation.
 * @throws GatewayError `outcome_indeterminate` when there is none any more
 */
async function standingHold(deps: DispatchDeps, opId: string): Promise<Reservation> {
  const holds = await deps.billing.reservations(opId);
  const standing = holds.find(({ state }) => state === 'held');
  if (standing === undefined) throw indeterminate('the hold of the operation is closed');
  return standing;
}

function notRoutable(): GatewayError {
  return new GatewayError(
    'model_unavailable',
    'The model of this operation is no longer available. Nothing was charged.',
    { param: 'model' },
  );
}

/** The error of an operation when nobody knows whether the provider has served it. */
export function indeterminate(detail: string): GatewayError {
  return new GatewayError(
    'outcome_indeterminate',
    'The operation was interrupted too often to know its outcome. Nothing was charged.',
    { detail },
  );
}

/** No caller is connected while an operation runs; its answer is taken from what was served. */
const SILENT: AnswerSink = {
  hasBegun: () => false,
  expect: () => undefined,
  send: (_answer, read) => read?.(),
  openStream() {
    throw new TypeError('an asynchronous operation does not stream');
  },
  openFile() {
    throw new TypeError('an asynchronous operation sends no file');
  },
};
