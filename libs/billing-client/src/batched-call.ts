import { microBatch } from '@tollgate/runtime/micro-batch';
import { currentRequest, inRequest } from '@tollgate/runtime/request-scope';
import type { RequestScope } from '@tollgate/runtime/request-scope';
import { CallError } from '@tollgate/http/call';
import { currentTraceContext, onBehalfOf } from '@tollgate/telemetry/tracing';
import type { TraceContext } from '@tollgate/telemetry/tracing';
import { asBillingError, billingUnavailable } from './unavailable.ts';

export interface BatchedCallOptions<Item, Result> {
  /**
   * Sends one batch; answers one result for each item, in order.
   * @param patient whether to try once more when no answer comes
   */
  send(items: readonly Item[], patient: boolean): Promise<readonly Result[]>;
  itemsMax: number;
  waitingMax: number;
  /**
   * How long an item may wait behind a call without answer before the item is refused unsent, in
   * milliseconds.
   */
  staleMs: number;
  /** How long an item waits for company, in milliseconds; absent: not at all. */
  lingerMs?: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

interface Queued<Item> {
  item: Item;
  since: number;
  trace: TraceContext;
  /** Null when the item belongs to no request. */
  requestId: string | null;
}

type Outcome<Result> = { result: Result } | { error: unknown };

/**
 * Items that come while a batch is under way leave together when that batch returns. While billing
 * gives no answer no item waits for more than about two timeouts: each batch is sent once only, and
 * items that waited behind a failed batch are refused.
 */
export function batchedCall<Item, Result>(
  options: BatchedCallOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const now = options.now ?? (() => performance.now());
  let answering = true;

  async function run(queued: readonly Queued<Item>[]): Promise<Outcome<Result>[]> {
    // Staleness is judged once, before sending: the answer to the fresh items changes `answering`.
    const staleSince = answering ? -Infinity : now() - options.staleMs;
    const fresh = queued.filter((one) => one.since > staleSince);
    const outcomes = new Map<Queued<Item>, Outcome<Result>>();
    if (fresh.length > 0) {
      const traces = fresh.map((one) => one.trace);
      const answered = await onBehalfOf(traces, () =>
        inRequest(scopeOf(fresh), () => send(fresh.map((one) => one.item))),
      );
      fresh.forEach((one, index) => outcomes.set(one, answered[index] as Outcome<Result>));
    }
    return queued.map((one) => outcomes.get(one) ?? { error: notAnswering() });
  }

  async function send(items: readonly Item[]): Promise<Outcome<Result>[]> {
    const patient = answering;
    try {
      const results = await options.send(items, patient);
      if (results.length !== items.length) throw new Error('billing must answer every item');
      answering = true;
      return results.map((result) => ({ result }));
    } catch (error) {
      answering = error instanceof CallError && error.status !== null;
      return items.map(() => ({ error: asBillingError(error) }));
    }
  }

  const call = microBatch<Queued<Item>, Outcome<Result>>({
    run,
    itemsMax: options.itemsMax,
    waitingMax: options.waitingMax,
    ...(options.lingerMs === undefined ? {} : { lingerMs: options.lingerMs }),
    overloaded: () => billingUnavailable(new Error('too many items are waiting for billing')),
  });
  return async (item) => {
    const requestId = currentRequest()?.requestId ?? null;
    const since = now();
    const outcome = await call({ item, since, trace: currentTraceContext(), requestId });
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  };
}

/** The batch runs in the scope of a request when all its items belong to that request. */
function scopeOf(queued: readonly Queued<unknown>[]): RequestScope {
  const itemRequestIds = queued.map(({ requestId }) => requestId);
  const [first = null] = itemRequestIds;
  const isOne = itemRequestIds.every((requestId) => requestId === first);
  return { requestId: isOne ? first : null, itemRequestIds };
}

const notAnswering = (): Error => billingUnavailable(new Error('billing gives no answer'));
