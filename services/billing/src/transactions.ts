import { GatewayError } from '@tollgate/contract/error-codes';
import { isRetryable, isUnavailable, isUniqueViolation, sqlState } from '@tollgate/db/failures';
import { microBatch } from '@tollgate/runtime/micro-batch';
import type { BatchedCall } from '@tollgate/runtime/micro-batch';
import { tryAgain } from '@tollgate/runtime/try-again';

/** How often work is tried again that lost against other transactions. */
const RETRIES_MAX = 3;
/** The longest pause before the first retry, in milliseconds; it doubles with each. */
const PAUSE_MS = 10;
/**
 * Items of one transaction. Beyond some hundreds a batch gains nothing any more and only keeps
 * wallets locked longer.
 */
const BATCH_ITEMS_MAX = 1_000;
/** Items that may wait for the transaction under way. */
const WAITING_ITEMS_MAX = 20_000;
/** How long callers are asked to wait when the database is away, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** The answer when money cannot be moved just now. */
function billingUnavailable(cause?: unknown): GatewayError {
  return new GatewayError('billing_unavailable', 'Billing is not available just now.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** The error codes of a connection that was cut, by an administrator, a crash or a failover. */
const CUT_STATES = new Set(['57P01', '57P02', '08003', '08006', 'ECONNRESET', 'EPIPE']);
const CUT_MESSAGE = /(?:terminated|ended) unexpectedly/i;

/**
 * Runs database work, and runs the work again after a deadlock, a serialization failure, a lock
 * that it could not get in time, or a row of the same name that another transaction has written.
 * @param work one whole transaction
 * @param options `keyed`: harmless to repeat even when it may have been committed, so a cut
 *   connection is made good once
 * @throws GatewayError `billing_unavailable` when the database cannot be used; any other error as
 *   it is
 */
export function withRetries<Result>(
  work: () => Promise<Result>,
  options: { keyed?: boolean } = {},
): Promise<Result> {
  let cutsLeft = options.keyed === true ? 1 : 0;
  return tryAgain(work, (error, tries) => {
    const cut = isCut(error);
    const again = cut ? cutsLeft-- > 0 : isBeaten(error) && tries <= RETRIES_MAX;
    if (again) return Math.random() * PAUSE_MS * 2 ** (tries - 1);
    throw cut || isAway(error) ? billingUnavailable(error) : error;
  });
}

/**
 * Another transaction was first. Its row under the same name is seen by the next try, which answers
 * `repeated` or `conflict`.
 */
function isBeaten(error: unknown): boolean {
  return isRetryable(error) || isUniqueViolation(error);
}

/** A lock that no retry could get counts as a database that is away. */
function isAway(error: unknown): boolean {
  return isRetryable(error) || isUnavailable(error);
}

function isCut(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return CUT_STATES.has(sqlState(error) ?? '') || CUT_MESSAGE.test(message);
}

type Outcome<Result> = { result: Result } | { error: unknown };

/**
 * Joins concurrent calls of one operation into one transaction. An item that PostgreSQL cannot take
 * fails alone: the batch that it spoiled is tried again in halves.
 * @param run one transaction for the items, answering one result for each, in order; harmless to
 *   repeat
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
