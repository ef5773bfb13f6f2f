import type { Knex } from 'knex';
import { LATE_CHARGE_DAYS, OPERATION_DAYS_MAX } from '@tollgate/contract/billing';
import type {
  Movement,
  ReleaseItem,
  ReleaseResult,
  ReserveItem,
  ReserveResult,
  SettleItem,
  SettleResult,
} from '@tollgate/contract/billing';
import type { LossItem, LossResult } from '@tollgate/contract/losses';
import { atMost, openLanes } from '@tollgate/runtime/micro-batch';
import type { BatchedCall } from '@tollgate/runtime/micro-batch';
import { batched } from './transactions.ts';
import { bookLosses } from './loss.queries.ts';
import { countingItems, countLoss, measuringBatches } from './metrics.ts';
import { moveBatch } from './move.queries.ts';
import type { Move, Moved } from './move.queries.ts';
import type { Locked } from './reservation.queries.ts';

/**
 * Transactions at once that wait for the lock of a wallet, at most: the others of the pool are for
 * everybody else.
 */
const WAITING_TRANSACTIONS_MAX = 3;

/** One movement of a paid request, named by operation and attempt: repeating it is harmless. */
export interface LedgerCall<Item, Result> {
  /** Moves an item, and waits for its wallet. */
  (item: Item): Promise<Result>;
  /**
   * Moves an item together with items of other wallets, and waits for no lock: items of a locked
   * wallet come back unmoved.
   */
  free: BatchedCall<Item, Result | Locked>;
  /**
   * Moves an item together with items of the same wallet only, and waits for the lock of the
   * wallet.
   */
  alone: BatchedCall<Item, Result>;
}

/** The three movements of a paid request, and what is lost beside them. */
export interface Ledger {
  reserve: LedgerCall<ReserveItem, ReserveResult>;
  settle: LedgerCall<SettleItem, SettleResult>;
  release: LedgerCall<ReleaseItem, ReleaseResult>;
  /** Records what a provider bills and no caller is charged for; no balance moves. */
  bookLoss: BatchedCall<LossItem, LossResult>;
}

/**
 * Concurrent calls share a transaction, also when their movements and their wallets differ: two
 * transactions at once would wait for each other at the wallet of one busy owner.
 */
export function createLedger(db: Knex): Ledger {
  const waiting = atMost(WAITING_TRANSACTIONS_MAX);
  const together = batched(
    measuringBatches((moves: readonly Move[]) => moveBatch(db, moves, 'skip')),
  );
  const waits = measuringBatches((moves: readonly Move[]) => moveBatch(db, moves, 'wait'));
  const lanes = openLanes<Move, Moved>(
    ({ item }) => item.user_id,
    () => batched((moves) => waiting(() => waits(moves))),
  );
  const movement = <Item extends { user_id: string }, Result extends { outcome: string }>(
    name: Movement,
  ): LedgerCall<Item, Result> => {
    const via = (call: BatchedCall<Move, Moved>) => (item: Item) =>
      call({ movement: name, item } as unknown as Move) as Promise<Result | Locked>;
    const free = countingItems(name, via(together));
    const alone = countingItems(name, via(lanes.call)) as BatchedCall<Item, Result>;
    const whole = async (item: Item): Promise<Result> => {
      const result = await free(item);
      return isLocked(result) ? alone(item) : result;
    };
    return Object.assign(whole, { free, alone });
  };
  return {
    reserve: movement('reserve'),
    settle: movement('settle'),
    release: movement('release'),
    bookLoss: losses(db),
  };
}

function losses(db: Knex): BatchedCall<LossItem, LossResult> {
  const book = batched((items: readonly LossItem[]) => bookLosses(db, items));
  return async (item) => {
    const result = await book(item);
    if (result.outcome === 'booked') countLoss(item);
    return result;
  };
}

const NOTHING_MORE =
  'Nothing of it is held or charged any more: send a new request, with a new Idempotency-Key.';

/** What the ledger says of an operation that is closed for good, by its verdict. */
const CLOSED: Readonly<Record<string, string>> = {
  left: `The ledger of the year of this operation has left the database for the archive. ${NOTHING_MORE}`,
  too_late: `The operation began more than ${OPERATION_DAYS_MAX} days ago, or its hold ended more than ${LATE_CHARGE_DAYS} days ago. ${NOTHING_MORE}`,
};

/** Why an item came back unmoved, for its sender; null: its operation is not closed. */
export function whyClosed({ outcome }: { outcome: string }): string | null {
  return CLOSED[outcome] ?? null;
}

/** Whether an item came back because its wallet is locked. */
export function isLocked(result: { outcome: string }): result is Locked {
  return result.outcome === 'locked';
}
