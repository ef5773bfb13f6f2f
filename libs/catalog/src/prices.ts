import { priceDecimals, readPrice } from '@tollgate/contract/price-text';
import type { SeparatePrice } from '@tollgate/contract/service-tiers';
import { dimensionsOf } from '@tollgate/money/rating';
import { InputError } from './input-error.ts';
import type { InputFault } from './input-error.ts';
import type {
  ByDimension,
  DimensionPrices,
  LongContextTier,
  Prices,
  UsageDimension,
} from '@tollgate/money/rating';

/** Pieces are priced one by one: a credit is 10^12 pico-credits. */
const PIECE_DECIMALS = 12;
/** A basis point adds four decimals. */
const UPLIFT_DECIMALS = 4;
const BASIS_POINTS = 10_000n;

/**
 * Prices as people write them: credits per million tokens, and for one `request`, `image` or
 * `second`.
 */
export type PriceListText = ByDimension<string>;

/** One invalid price and its fault. */
export interface PriceFault {
  dimension: UsageDimension;
  message: string;
}

/** The result of reading a price list: exact prices, or every fault. */
export type PriceListResult = { prices: DimensionPrices } | { faults: PriceFault[] };

/**
 * Reads a price list exactly: plain decimals only, no sign, no exponent, no more decimals than a
 * whole pico-credit has.
 * @param dimensions that must be priced; others may be priced as well
 * @param allowFree whether zero is a price
 */
export function parsePriceList(
  list: Readonly<PriceListText>,
  dimensions: readonly string[],
  allowFree: boolean,
): PriceListResult {
  const prices: DimensionPrices = {};
  const faults: PriceFault[] = [];
  const needed = Object.fromEntries(dimensions.map((name) => [name, true]));
  for (const dimension of dimensionsOf({ ...list, ...needed })) {
    const text = list[dimension];
    if (text === undefined) {
      faults.push({ dimension, message: 'needs a price' });
      continue;
    }
    const price = readPrice(text, dimension, allowFree);
    if (typeof price === 'bigint') prices[dimension] = price;
    else faults.push({ dimension, message: price.message });
  }
  return faults.length > 0 ? { faults } : { prices };
}

/** A tier as people write it. */
export interface LongContextText {
  above_input_tokens: number;
  prices: Readonly<PriceListText>;
}

/** A whole price version as people write it. */
export interface PriceTableText {
  prices: Readonly<PriceListText>;
  long_context?: readonly LongContextText[];
  /** The service tiers that `prices` has prices of; absent: not said. */
  service_tiers?: readonly SeparatePrice[];
}

/** The dimensions of a model that prices may and must name. */
export interface NamedDimensions {
  /** A version without one of them is refused. */
  needed: readonly string[];
  /**
   * A version with another one is refused, because nothing would be quoted, held or charged by its
   * price.
   */
  priced: readonly string[];
}

/**
 * Reads the prices of a version with their tiers, each by the rules of {@link parsePriceList}.
 * @throws InputError with every fault
 */
export function readPriceTable(
  table: PriceTableText,
  { needed, priced }: NamedDimensions,
  allowFree: boolean,
): Prices {
  const parsed = parsePriceList(table.prices, needed, allowFree);
  const foreign = dimensionsOf(table.prices).filter((name) => !priced.includes(name));
  const tiers = (table.long_context ?? []).map((tier, index, all) =>
    readTier(tier, {
      base: table.prices,
      shorter: all[index - 1]?.above_input_tokens ?? 0,
      path: ['long_context', index],
      allowFree,
    }),
  );
  const faults = [
    ...faultsIn(parsed, []),
    ...foreign.map((name) => ({
      path: ['prices', name],
      message: `is not charged for this model; leave it out. Prices of this model: ${priced.join(', ')}`,
    })),
    ...tiers.flatMap((tier) => tier.faults),
  ];
  if (faults.length > 0 || !('prices' in parsed)) throw new InputError(faults);
  const longContext = tiers.map(({ tier }) => tier);
  return longContext.length === 0 ? parsed.prices : { ...parsed.prices, longContext };
}

function faultsIn(parsed: PriceListResult, path: readonly (string | number)[]): InputFault[] {
  if ('prices' in parsed) return [];
  return parsed.faults.map(({ dimension, message }) => ({
    path: [...path, 'prices', dimension],
    message,
  }));
}

/** The context in which a tier is read. */
interface TierContext {
  base: Readonly<PriceListText>;
  /** Where the tier before begins. */
  shorter: number;
  path: readonly (string | number)[];
  allowFree: boolean;
}

/**
 * Reads one tier. A dimension without a base price is a fault, because it would have no price below
 * the tier.
 */
function readTier(
  text: LongContextText,
  { base, shorter, path, allowFree }: TierContext,
): { tier: LongContextTier; faults: InputFault[] } {
  const parsed = parsePriceList(text.prices, [], allowFree);
  const names = dimensionsOf(text.prices);
  const alone = names.filter((dimension) => base[dimension] === undefined);
  const faults = [
    ...faultsIn(parsed, path),
    ...alone.map((dimension) => ({
      path: [...path, 'prices', dimension],
      message: 'has no price without the tier',
    })),
  ];
  if (names.length === 0) faults.push({ path: [...path, 'prices'], message: 'names no price' });
  if (text.above_input_tokens <= shorter) {
    const message = 'must be above that of the tier before';
    faults.push({ path: [...path, 'above_input_tokens'], message });
  }
  const prices = 'prices' in parsed ? parsed.prices : {};
  return { tier: { aboveInputTokens: text.above_input_tokens, prices }, faults };
}

/**
 * A price list as people read it, exact, without needless zeros: `{input: '0.25', output: '2'}`.
 */
export function formatPriceList(prices: DimensionPrices): PriceListText {
  return formatWith(prices, 0n);
}

/** What a user pays per million tokens (or for one piece) with `upliftBp` on top; exact. */
export function formatUserPrices(prices: DimensionPrices, upliftBp: number): PriceListText {
  return formatWith(prices, BigInt(upliftBp));
}

/** The tiers of a version as people read them, with `upliftBp` on top. */
export function formatLongContext(
  prices: Prices,
  upliftBp: number,
): { above_input_tokens: number; prices: PriceListText }[] {
  return (prices.longContext ?? []).map((tier) => ({
    above_input_tokens: tier.aboveInputTokens,
    prices: formatUserPrices(tier.prices, upliftBp),
  }));
}

/** What a user pays for one token (or for one piece) with `upliftBp` on top; exact. */
export function formatSinglePrices(prices: DimensionPrices, upliftBp: number): PriceListText {
  return formatWith(prices, BigInt(upliftBp), () => PIECE_DECIMALS);
}

function formatWith(
  prices: DimensionPrices,
  upliftBp: bigint,
  decimals: (dimension: UsageDimension) => number = priceDecimals,
): PriceListText {
  const list: PriceListText = {};
  for (const dimension of dimensionsOf(prices)) {
    const price = prices[dimension];
    if (price === undefined) continue;
    const scaled = price * (BASIS_POINTS + upliftBp);
    list[dimension] = formatScaled(scaled, decimals(dimension) + UPLIFT_DECIMALS);
  }
  return list;
}

function formatScaled(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
