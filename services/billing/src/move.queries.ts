import type {
  Movement,
  ReleaseItem,
  ReleaseResult,
  ReserveItem,
  ReserveResult,
  SettleItem,
  SettleResult,
} from '@tollgate/contract/billing';
import type { Db } from '@tollgate/db/connect';
import { run, statement } from '@tollgate/db/statement';
import {
  CHARGE_COLUMNS,
  HOLD_COLUMNS,
  releaseBatch,
  reserveBatch,
  settleBatch,
} from './reservation.queries.ts';
import type { Locked, WalletLocks } from './reservation.queries.ts';
import {
  asReleased,
  asReserved,
  asSettled,
  columnParameters,
  columnValues,
  resultsOf,
} from './ledger-items.ts';
import type { Verdict } from './ledger-items.ts';

/** One item of a batch, with what is to be done about it. */
export type Move =
  | { movement: 'reserve'; item: ReserveItem }
  | { movement: 'settle'; item: SettleItem }
  | { movement: 'release'; item: ReleaseItem };

/** What became of an item, in the form of its movement. */
export type Moved = ReserveResult | SettleResult | ReleaseResult | Locked;

interface MixedRow extends Verdict {
  movement: Movement;
  first_n: string | null;
  second_n: string | null;
}

const mixed = statement<object>(
  `select movement, ordinal, outcome, cast(first_n as text) as first_n, cast(second_n as text) as second_n
   from billing.move_holds(${columnParameters('charge', CHARGE_COLUMNS)}, cast(:releases as jsonb),
     ${columnParameters('hold', HOLD_COLUMNS)}, :waits)`,
);

/** The items of one movement, and the index of each in the batch. */
interface Kind {
  items: Move['item'][];
  indexes: number[];
}

/**
 * Moves items of one kind or of several in one transaction; results in the order of the items.
 * Charges and releases come before holds. Where locks are waited for, all items are of one wallet:
 * wallets are locked kind by kind, so two batches over the same wallets could wait for each other.
 */
export async function moveBatch(
  db: Db,
  moves: readonly Move[],
  locks: WalletLocks,
): Promise<Moved[]> {
  const kinds = byKind(moves);
  const [only, ...others] = kinds.keys();
  const items = (movement: Movement): never => (kinds.get(movement)?.items ?? []) as never;
  if (others.length > 0) return moveMixed(db, { kinds, count: moves.length }, locks);
  if (only === 'reserve') return reserveBatch(db, items(only), locks);
  if (only === 'settle') return settleBatch(db, items(only), locks);
  return releaseBatch(db, items('release'), locks);
}

function byKind(moves: readonly Move[]): Map<Movement, Kind> {
  const kinds = new Map<Movement, Kind>();
  moves.forEach(({ movement, item }, index) => {
    const kind = kinds.get(movement);
    if (kind === undefined) kinds.set(movement, { items: [item], indexes: [index] });
    else {
      kind.items.push(item);
      kind.indexes.push(index);
    }
  });
  return kinds;
}

async function moveMixed(
  db: Db,
  { kinds, count }: { kinds: ReadonlyMap<Movement, Kind>; count: number },
  locks: WalletLocks,
): Promise<Moved[]> {
  const itemsOf = (movement: Movement) => kinds.get(movement)?.items as never;
  const releases = itemsOf('release');
  const found = await run<MixedRow, object>(db, mixed, {
    ...columnValues('charge', CHARGE_COLUMNS, itemsOf('settle')),
    ...columnValues('hold', HOLD_COLUMNS, itemsOf('reserve')),
    releases: releases === undefined ? null : JSON.stringify(releases),
    waits: locks === 'wait',
  });
  const results: Moved[] = Array.from({ length: count });
  for (const [movement, { items, indexes }] of kinds) {
    const verdicts = found.filter((row) => row.movement === movement);
    resultsOf(items, verdicts, movedOf).forEach((moved, index) => {
      results[indexes[index] ?? 0] = moved;
    });
  }
  return results;
}

function movedOf(row: MixedRow, item: Move['item']): Moved {
  const { movement, outcome, first_n: first, second_n: second } = row;
  if (movement === 'release') return asReleased({ outcome });
  if (movement === 'settle') {
    const verdict = { outcome, charged_nano: first, uncovered_nano: second };
    return asSettled(verdict, item as SettleItem);
  }
  return asReserved({ outcome, required_nano: first, available_nano: second });
}
