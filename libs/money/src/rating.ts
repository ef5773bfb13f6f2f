/** The kinds of usage that a price names. Buckets never overlap: `input` is what was neither read from nor written to a cache, `output` excludes `reasoning`. */
export const USAGE_DIMENSIONS = [
  'input',
  'cache_read',
  'cache_write',
  'output',
  'reasoning',
  'request',
] as const;

/** One of {@link USAGE_DIMENSIONS}. */
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number];

/** Counts by dimension; absent means none. Tokens, except `request`, which counts calls. */
export type UsageCounts = Partial<Record<UsageDimension, number>>;

/** Prices by dimension in pico-credits (1e-12 credit) a token or call, as integers. */
export type Prices = Partial<Record<UsageDimension, bigint>>;

/** One line of a receipt. */
export interface ReceiptLine {
  dimension: UsageDimension;
  quantity: number;
  price_pico: string;
}

/** Usage has a dimension that the price version does not name. */
export class UnpricedUsageError extends Error {
  readonly dimension: UsageDimension;

  constructor(dimension: UsageDimension) {
    super(`the price version has no price for ${dimension}`);
    this.name = 'UnpricedUsageError';
    this.dimension = dimension;
  }
}

const PICO_PER_NANO = 1_000n;
const BASIS_POINTS = 10_000n;

/**
 * The price of usage in nano-credits: the sum over dimensions, uplift included, rounded up once at the end.
 * @param upliftBp basis points added to the list price, 0 to 1,000,000
 * @throws UnpricedUsageError when something was used that has no price
 */
export function rate(usage: UsageCounts, prices: Prices, upliftBp: number): bigint {
  let pico = 0n;
  for (const dimension of USAGE_DIMENSIONS) {
    const quantity = usage[dimension] ?? 0;
    if (quantity === 0) continue;
    const price = prices[dimension];
    if (price === undefined) throw new UnpricedUsageError(dimension);
    pico += BigInt(quantity) * price;
  }
  const uplifted = pico * (BASIS_POINTS + BigInt(upliftBp));
  return ceilDivide(uplifted, BASIS_POINTS * PICO_PER_NANO);
}

/** The lines behind {@link rate}, for the receipt. */
export function receiptLines(usage: UsageCounts, prices: Prices): ReceiptLine[] {
  return USAGE_DIMENSIONS.flatMap((dimension) => {
    const quantity = usage[dimension] ?? 0;
    const price = prices[dimension];
    return quantity === 0 || price === undefined
      ? []
      : [{ dimension, quantity, price_pico: price.toString() }];
  });
}

/** Smallest integer not below `numerator / denominator`, for a numerator of at least 0 and a positive denominator. */
export function ceilDivide(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Prices as JSON carries them: pico-credits as integer strings. */
export type PricesJson = Partial<Record<UsageDimension, string>>;

/** Prices of their JSON form. */
export function parsePrices(json: PricesJson): Prices {
  const prices: Prices = {};
  for (const dimension of USAGE_DIMENSIONS) {
    const text = json[dimension];
    if (text !== undefined) prices[dimension] = BigInt(text);
  }
  return prices;
}

/** JSON form of prices. */
export function pricesJson(prices: Prices): PricesJson {
  const json: PricesJson = {};
  for (const dimension of USAGE_DIMENSIONS) {
    const price = prices[dimension];
    if (price !== undefined) json[dimension] = price.toString();
  }
  return json;
}
