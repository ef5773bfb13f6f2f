import { BILLING_BATCH_MAX } from '@tollgate/contract/billing';
import type { Judging, Movement, RefusedItem } from '@tollgate/contract/billing';
import { openLanes } from '@tollgate/runtime/lanes';
import { batchedCall } from './batched-call.ts';
import { asBillingError, isFinal, refusedItem } from './unavailable.ts';

/** Charges and releases first: a hold may need what they leave. */
const ORDER: readonly Movement[] = ['settle', 'release', 'reserve'];
/** Items that may wait for the call under way. */
const WAITING_ITEMS_MAX = 20_000;

/** An item, with what is to be done about it. */
export interface Move<Item> {
  movement: Movement;
  item: Item;
}

/** How a batch is sent. */
export interface Sending {
  judge: Judging;
  /** Whether to try once more when no answer comes. */
  patient: boolean;
}

export interface MovementOptions<Item, Result> {
  /** Sends items of one movement; answers one result for each, in order. */
  send(
    movement: Movement,
    items: readonly Item[],
    how: Sending,
  ): Promise<readonly (Result | RefusedItem)[]>;
  /** Sends items of several movements at once; null where a billing process of the release before does not know how. */
  sendMixed(
    moves: readonly Move<Item>[],
    how: Sending,
  ): Promise<readonly (Result | RefusedItem)[] | null>;
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
 * Movements, item by item. Concurrent items leave in one batch whatever their movement is, since two batches of one busy owner would
 * wait for each other at the wallet; items of locked wallets wait in a queue of their own, one for each wallet.
 * @throws GatewayError `invalid_request` for an item that is refused for good, `billing_unavailable` for everything else
 */
export function movements<Item extends { user_id: string }, Result extends { outcome: string }>(
  options: MovementOptions<Item, Result>,
): (movement: Movement) => (item: Item, listener?: Listener) => Promise<Result> {
  const open = (judge: Judging) =>
    batchedCall<Move<Item>, Result | RefusedItem>({
      send: (moves, patient) => sendMoves(options, moves, { judge, patient }),
      itemsMax: BILLING_BATCH_MAX,
      waitingMax: WAITING_ITEMS_MAX,
      staleMs: options.staleMs,
    });
  const together = open('each');
  const alone = openLanes<Move<Item>, Result | RefusedItem>(
    ({ item }) => item.user_id,
    () => open('alone'),
  );
  const lock = (move: Move<Item>, listener: Listener | undefined) => {
    listener?.locked();
    return alone.call(move);
  };
  return (movement) => async (item, listener) => {
    const move = { movement, item };
    let result = alone.isOpen(item.user_id) ? await lock(move, listener) : await together(move);
    if (isRefused(result) && result.reason === 'locked') result = await lock(move, listener);
    if (isRefused(result)) throw refusedItem(result);
    return result;
  };
}

async function sendMoves<Item, Result>(
  options: MovementOptions<Item, Result>,
  moves: readonly Move<Item>[],
  how: Sending,
): Promise<readonly (Result | RefusedItem)[]> {
  const movementsOfBatch = ORDER.filter((one) => moves.some(({ movement }) => movement === one));
  if (movementsOfBatch.length > 1) {
    const results = await options.sendMixed(moves, how);
    if (results !== null) return results;
  }
  const answers = new Map<Move<Item>, Result | RefusedItem>();
  for (const movement of movementsOfBatch) {
    const own = moves.filter((move) => move.movement === movement);
    const items = own.map(({ item }) => item);
    const results = await sendApart(options, { movement, items }, how);
    own.forEach((move, index) => answers.set(move, results[index] as Result | RefusedItem));
  }
  return moves.map((move) => answers.get(move) as Result | RefusedItem);
}

function isRefused(result: { outcome: string }): result is RefusedItem {
  return result.outcome === 'refused';
}

/** A billing process of the release before refuses a whole batch for one item: then the batch is sent again in halves, until the item is found. */
async function sendApart<Item, Result>(
  options: MovementOptions<Item, Result>,
  { movement, items }: { movement: Movement; items: readonly Item[] },
  how: Sending,
): Promise<readonly (Result | RefusedItem)[]> {
  try {
    return await options.send(movement, items, how);
  } catch (error) {
    if (!isFinal(error)) throw error;
    if (items.length > 1) {
      const middle = Math.ceil(items.length / 2);
      return [
        ...(await sendApart(options, { movement, items: items.slice(0, middle) }, how)),
        ...(await sendApart(options, { movement, items: items.slice(middle) }, how)),
      ];
    }
    const known = items.map((item) => options.asBefore?.(item) ?? item);
    return options.send(movement, known, how).catch(refuseAlone);
  }
}

/** @throws every error but a final refusal */
function refuseAlone(error: unknown): RefusedItem[] {
  if (!isFinal(error)) throw error;
  return [{ outcome: 'refused', reason: 'invalid', message: asBillingError(error).message }];
}
