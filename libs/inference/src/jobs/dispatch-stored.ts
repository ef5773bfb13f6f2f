import type { Reservation } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
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

export interface DispatchDeps extends ServeDeps, ServeFirstDeps {
  catalog(): CatalogSnapshot;
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
}

/** What answers an operation, by the route that it came through. */
export type Dispatcher = (deps: DispatchDeps, dispatch: Dispatch) => Promise<Served>;

const DISPATCHERS: Readonly<Record<string, Dispatcher>> = {
  'POST /v1/chat/completions': (deps, dispatch) => run(deps, chatOperation, dispatch),
  'POST /v1/responses': (deps, dispatch) => run(deps, responsesOperation, dispatch),
  'POST /v1/embeddings': (deps, dispatch) => run(deps, embeddingsOperation, dispatch),
  'POST /v1/messages': (deps, dispatch) => run(deps, messagesOperation, dispatch),
};

/** The dispatcher of a route. @throws TypeError for one that takes no asynchronous calls */
export function dispatcherFor(route: string): Dispatcher {
  const dispatcher = DISPATCHERS[route];
  if (dispatcher === undefined) throw new TypeError(`no asynchronous calls at ${route}`);
  return dispatcher;
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
  const { opId, call, stored } = dispatch;
  const parsed = operation.parse(stored.body);
  const userId = stored.caller.key.ownerId;
  const request =
    operation.keepsSealed === true
      ? await openSealed(deps, operation, { request: parsed, userId })
      : parsed;
  const held = stored.pins.length === 0 ? null : await standingHold(deps, opId);
  const plans = await operation.plan(
    { catalog: deps.catalog(), pool: deps.pool, random: Math.random },
    {
      opId,
      attempt: 1,
      caller: stored.caller,
      request,
      maxCredits: null,
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
