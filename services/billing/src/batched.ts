import { microBatch } from '@tollgate/runtime/micro-batch';
import type { BatchedCall } from '@tollgate/runtime/micro-batch';
import { GatewayError } from '@tollgate/contract/errors';
import { billingUnavailable, withRetries } from './attempts.ts';

/** Items of one transaction. Beyond some hundreds a batch gains nothing any more and only keeps wallets locked longer. */
const BATCH_ITEMS_MAX = 1_000;
/** Items that may wait for the transaction under way. */
const WAITING_ITEMS_MAX = 20_000;

type Outcome<Result> = { result: Result } | { error: unknown };

/**
 * Joins concurrent calls of one operation into one transaction. An item that PostgreSQL cannot take fails alone: the batch
 * that it spoiled is tried again in halves.
 * @param run one transaction for the items, answering one result for each, in order; harmless to repeat
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): BatchedCall<Item, Result> {
  const call = microBatch<Item, Outcome<Result>>({
    run: (items) => runInHalves(items, run),
    itemsMax: BATCH_ITEMS_MAX,
    waitingMax: WAITING_ITEMS_MAX,
    overloaded: () => billingUnavailable(new Error('too many items are waiting')),
  });
  return async (item) => {
    const outcome = await call(item);
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  };
}

async function runInHalves<Item, Result>(
  items: readonly Item[],
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Outcome<Result>[]> {
  try {
    const results = await withRetries(() => run(items), { keyed: true });
    return results.map((result) => ({ result }));
  } catch (error) {
    if (error instanceof GatewayError || items.length === 1) return items.map(() => ({ error }));
    const middle = Math.ceil(items.length / 2);
    return [
      ...(await runInHalves(items.slice(0, middle), run)),
      ...(await runInHalves(items.slice(middle), run)),
    ];
  }
}
