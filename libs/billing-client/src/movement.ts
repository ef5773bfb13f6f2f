import { BILLING_BATCH_MAX } from '@tollgate/contract/billing';
import type { Judging, RefusedItem } from '@tollgate/contract/billing';
import { openLanes } from '@tollgate/runtime/lanes';
import { batchedCall } from './batched-call.ts';
import { asBillingError, isFinal, refusedItem } from './unavailable.ts';

/** Items of one kind that may wait for the call under way. */
const WAITING_ITEMS_MAX = 20_000;

export interface MovementOptions<Item, Result> {
  /** Sends one batch; answers one result for each item, in order. `patient`: whether to try once more when no answer comes. */
  send(
    items: readonly Item[],
    how: { judge: Judging; patient: boolean },
  ): Promise<readonly (Result | RefusedItem)[]>;
  /** The item in the form of the release before, for a billing process of that release, which refuses a whole batch for one item that it does not know. */
  asBefore?(item: Item): Item;
  /** How long an item may wait behind a call without answer before the item is refused unsent, in milliseconds. */
  staleMs: number;
}

/** Hears of an item before its result. */
export interface Listener {
  /** The wallet is locked: from here on the item waits for the lock, apart from items of other wallets. */
  locked(): void;
}

/**
 * One movement, item by item. Concurrent items leave in one batch, except items of locked wallets: these wait in a queue
 * of their own, one for each wallet.
 * @throws GatewayError `invalid_request` for an item that is refused for good, `billing_unavailable` for everything else
 */
export function movement<Item extends { user_id: string }, Result extends { outcome: string }>(
  options: MovementOptions<Item, Result>,
): (item: Item, listener?: Listener) => Promise<Result> {
  const open = (judge: Judging) =>
    batchedCall<Item, Result | RefusedItem>({
      send: (items, patient) => sendApart(options, items, { judge, patient }),
      itemsMax: BILLING_BATCH_MAX,
      waitingMax: WAITING_ITEMS_MAX,
      staleMs: options.staleMs,
    });
  const together = open('each');
  const alone = openLanes<Item, Result | RefusedItem>(
    ({ user_id: userId }) => userId,
    () => open('alone'),
  );
  const lock = (item: Item, listener: Listener | undefined) => {
    listener?.locked();
    return alone.call(item);
  };
  return async (item, listener) => {
    let result = alone.isOpen(item.user_id) ? await lock(item, listener) : await together(item);
    if (isRefused(result) && result.reason === 'locked') result = await lock(item, listener);
    if (isRefused(result)) throw refusedItem(result);
    return result;
  };
}

function isRefused(result: { outcome: string }): result is RefusedItem {
  return result.outcome === 'refused';
}

/** A billing process of the release before refuses a whole batch for one item: then the batch is sent again in halves, until the item is found. */
async function sendApart<Item, Result>(
  options: MovementOptions<Item, Result>,
  items: readonly Item[],
  how: { judge: Judging; patient: boolean },
): Promise<readonly (Result | RefusedItem)[]> {
  try {
    return await options.send(items, how);
  } catch (error) {
    if (!isFinal(error)) throw error;
    if (items.length > 1) {
      const middle = Math.ceil(items.length / 2);
      return [
        ...(await sendApart(options, items.slice(0, middle), how)),
        ...(await sendApart(options, items.slice(middle), how)),
      ];
    }
    const known = items.map((item) => options.asBefore?.(item) ?? item);
    return options.send(known, how).catch(refuseAlone);
  }
}

/** @throws every error but a final refusal */
function refuseAlone(error: unknown): RefusedItem[] {
  if (!isFinal(error)) throw error;
  return [{ outcome: 'refused', reason: 'invalid', message: asBillingError(error).message }];
}
