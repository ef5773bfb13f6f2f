import { BILLING_BATCH_MAX } from '@tollgate/contract/billing';
import type { Judging, Movement, RefusedItem } from '@tollgate/contract/billing';
import { openLanes } from '@tollgate/runtime/micro-batch';
import { batchedCall } from './batched-call.ts';
import { asBillingError, isFinal, refusedItem } from './unavailable.ts';

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
  /** Sends items of one movement or several; answers one result for each, in order. */
  send(moves: readonly Move<Item>[], how: Sending): Promise<readonly (Result | RefusedItem)[]>;
  /**
   * How long an item may wait behind a call without answer before the item is refused unsent, in
   * milliseconds.
   */
  staleMs: number;
  /** How items wait for company; absent: not at all, and in batches as large as they come. */
  linger?: { itemsMax: number; ms: number };
}

/** Hears of an item before its result. */
export interface Listener {
  /**
   * The wallet is locked: from here on the item waits for the lock, apart from items of other
   * wallets.
   */
  locked(): void;
}

/**
 * Movements, item by item. Concurrent items leave in one batch whatever their movement is, since
 * two batches of one busy owner would wait for each other at the wallet; items of locked wallets
 * wait in a queue of their own, one for each wallet.
 * @throws GatewayError `invalid_request` for an item that is refused permanently,
 *   `operation_closed` for one whose operation is too old, `billing_unavailable` for everything else
 */
export function movements<Item extends { user_id: string }, Result extends { outcome: string }>(
  options: MovementOptions<Item, Result>,
): (movement: Movement) => (item: Item, listener?: Listener) => Promise<Result> {
  const { linger } = options;
  const open = (judge: Judging, company?: typeof linger) =>
    batchedCall<Move<Item>, Result | RefusedItem>({
      send: (moves, patient) => sendApart(options, moves, { judge, patient }),
      itemsMax: company?.itemsMax ?? BILLING_BATCH_MAX,
      waitingMax: WAITING_ITEMS_MAX,
      staleMs: options.staleMs,
      ...(company === undefined ? {} : { lingerMs: company.ms }),
    });
  const together = open('each', linger);
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

function isRefused(result: { outcome: string }): result is RefusedItem {
  return result.outcome === 'refused';
}

/**
 * A batch that billing refuses as a whole is sent again in halves, until the item that is to blame
 * is found: the others are moved.
 */
async function sendApart<Item, Result>(
  options: MovementOptions<Item, Result>,
  moves: readonly Move<Item>[],
  how: Sending,
): Promise<readonly (Result | RefusedItem)[]> {
  try {
    return await options.send(moves, how);
  } catch (error) {
    if (moves.length === 1) return refuseAlone(error);
    if (!isFinal(error)) throw error;
    const middle = Math.ceil(moves.length / 2);
    return [
      ...(await sendApart(options, moves.slice(0, middle), how)),
      ...(await sendApart(options, moves.slice(middle), how)),
    ];
  }
}

/** @throws every error but a final refusal */
function refuseAlone(error: unknown): RefusedItem[] {
  if (!isFinal(error)) throw error;
  return [{ outcome: 'refused', reason: 'invalid', message: asBillingError(error).message }];
}
