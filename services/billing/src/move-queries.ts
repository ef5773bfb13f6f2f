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
import { asReserved, releaseBatch, reserveBatch, settleBatch } from './queries.ts';
import type { Locked, WalletLocks } from './queries.ts';

/** One item of a batch, with what is to be done about it. */
export type Move =
  | { movement: 'reserve'; item: ReserveItem }
  | { movement: 'settle'; item: SettleItem }
  | { movement: 'release'; item: ReleaseItem };

/** What became of an item, in the form of its movement. */
export type Moved = ReserveResult | SettleResult | ReleaseResult | Locked;

interface MixedBindings {
  settles: string | null;
  releases: string | null;
  reserves: string | null;
  waits: boolean;
}

interface MixedRow {
  movement: Movement;
  ordinal: number;
  outcome: string;
  first_n: string | null;
  second_n: string | null;
}

const mixed = statement<MixedBindings>(
  `select movement, ordinal, outcome, cast(first_n as text) as first_n, cast(second_n as text) as second_n
   from billing.move_batch(cast(:settles as jsonb), cast(:releases as jsonb), cast(:reserves as jsonb), :waits)`,
);

/** The items of one movement, and where in the batch each stands. */
interface Kind {
  items: Move['item'][];
  places: number[];
}

/**
 * Moves items of one kind or of several in one transaction; results in the order of the items. Charges and releases come before
 * holds. Where locks are waited for, all items are of one wallet: wallets are locked kind by kind, so two batches over the same
 * wallets could wait for each other.
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
  moves.forEach(({ movement, item }, place) => {
    const kind = kinds.get(movement);
    if (kind === undefined) kinds.set(movement, { items: [item], places: [place] });
    else {
      kind.items.push(item);
      kind.places.push(place);
    }
  });
  return kinds;
}

async function moveMixed(
  db: Db,
  { kinds, count }: { kinds: ReadonlyMap<Movement, Kind>; count: number },
  locks: WalletLocks,
): Promise<Moved[]> {
  const itemsOf = (movement: Movement): string | null => {
    const kind = kinds.get(movement);
    return kind === undefined ? null : JSON.stringify(kind.items);
  };
  const found = await run<MixedRow, MixedBindings>(db, mixed, {
    settles: itemsOf('settle'),
    releases: itemsOf('release'),
    reserves: itemsOf('reserve'),
    waits: locks === 'wait',
  });
  const results: Moved[] = Array.from({ length: count });
  for (const row of found) {
    const place = kinds.get(row.movement)?.places[row.ordinal - 1];
    if (place !== undefined) results[place] = movedOf(row);
  }
  if (found.length !== count) throw new Error('the ledger must answer every item');
  return results;
}

function movedOf({ movement, outcome, first_n: first, second_n: second }: MixedRow): Moved {
  if (movement === 'release') return { outcome } as ReleaseResult;
  if (movement === 'settle') {
    return { outcome, charged_nano: first, uncovered_nano: second } as SettleResult;
  }
  const verdict = { outcome, required_nano: first, available_nano: second };
  return asReserved(verdict);
}
