import { dimensionsOf } from '@tollgate/money/rating';
import type { Prices } from '@tollgate/money/rating';

const BASIS_POINTS = 10_000n;

/** What a user pays for a model: the list prices and the user's uplift on them. */
export interface UserRate {
  /** Null while the model has no price. */
  prices: Prices | null;
  upliftBp: number;
}

/** The one whose tokens cost most, of at least one; the first of equals. */
export function dearestOf<Rated extends UserRate>(first: Rated, others: readonly Rated[]): Rated {
  return others.reduce((most, one) => (sumOf(one) > sumOf(most) ? one : most), first);
}

/**
 * A number for comparisons only: the price of one token of each kind together, with the user's
 * uplift.
 */
function sumOf({ prices, upliftBp }: UserRate): bigint {
  const sum = dimensionsOf(prices ?? {}).reduce(
    (total, name) => total + (prices?.[name] ?? 0n),
    0n,
  );
  return sum * (BASIS_POINTS + BigInt(upliftBp));
}
