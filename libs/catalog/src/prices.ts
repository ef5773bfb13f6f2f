import { USAGE_DIMENSIONS } from '@tollgate/money/rating';
import type { Prices, UsageDimension } from '@tollgate/money/rating';

/** The dearest token, in pico-credits: a credit each. Far beyond any list, and small enough for every product to fit. */
export const TOKEN_PRICE_PICO_MAX = 1_000_000_000_000n;
/** The dearest call, in pico-credits: a thousand credits. */
export const REQUEST_PRICE_PICO_MAX = 1_000_000_000_000_000n;

/** Decimals of a list price: a credit per million tokens is a million pico-credits a token. */
const TOKEN_DECIMALS = 6;
/** A call is priced by itself: a credit is 10^12 pico-credits. */
const REQUEST_DECIMALS = 12;
/** A basis point adds four decimals. */
const UPLIFT_DECIMALS = 4;
const BASIS_POINTS = 10_000n;
const DECIMAL_PATTERN = /^(0|[1-9]\d{0,15})(?:\.(\d{1,12}))?$/;

/** Prices as people write them: credits per million tokens, and per call for `request`. */
export type PriceListText = Partial<Record<UsageDimension, string>>;

/** One price that can not be taken, and why. */
export interface PriceFault {
  dimension: UsageDimension;
  message: string;
}

/** What came of a price list: exact prices, or every fault. */
export type PriceListResult = { prices: Prices } | { faults: PriceFault[] };

/**
 * Reads a price list exactly: plain decimals only, no sign, no exponent, no more decimals than a whole pico-credit has.
 * @param dimensions that must be priced; others may be priced as well
 * @param allowFree whether zero is a price
 */
export function parsePriceList(
  list: Readonly<PriceListText>,
  dimensions: readonly string[],
  allowFree: boolean,
): PriceListResult {
  const prices: Prices = {};
  const faults: PriceFault[] = [];
  for (const dimension of USAGE_DIMENSIONS) {
    const text = list[dimension];
    if (text === undefined) {
      if (dimensions.includes(dimension)) faults.push({ dimension, message: 'needs a price' });
      continue;
    }
    const price = readPrice(text, dimension, allowFree);
    if (typeof price === 'bigint') prices[dimension] = price;
    else faults.push({ dimension, message: price.message });
  }
  return faults.length > 0 ? { faults } : { prices };
}

function readPrice(
  text: string,
  dimension: UsageDimension,
  allowFree: boolean,
): bigint | { message: string } {
  const decimals = decimalsOf(dimension);
  const match = DECIMAL_PATTERN.exec(text);
  if (match === null) return { message: 'must be a plain decimal number such as "0.25"' };
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) return { message: `may have ${decimals} decimals at most` };
  const pico = BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0'));
  if (pico === 0n && !allowFree) return { message: 'is zero; say allow_free to mean it' };
  const most = dimension === 'request' ? REQUEST_PRICE_PICO_MAX : TOKEN_PRICE_PICO_MAX;
  return pico > most ? { message: 'is out of all proportion' } : pico;
}

function decimalsOf(dimension: UsageDimension): number {
  return dimension === 'request' ? REQUEST_DECIMALS : TOKEN_DECIMALS;
}

/** A price list as people read it, exact, without needless zeros: `{input: '0.25', output: '2'}`. */
export function formatPriceList(prices: Prices): PriceListText {
  return formatWith(prices, 0n);
}

/** What a user pays per million tokens (per call for `request`) with `upliftBp` on top; exact. */
export function formatUserPrices(prices: Prices, upliftBp: number): PriceListText {
  return formatWith(prices, BigInt(upliftBp));
}

function formatWith(prices: Prices, upliftBp: bigint): PriceListText {
  const list: PriceListText = {};
  for (const dimension of USAGE_DIMENSIONS) {
    const price = prices[dimension];
    if (price === undefined) continue;
    const scaled = price * (BASIS_POINTS + upliftBp);
    list[dimension] = formatScaled(scaled, decimalsOf(dimension) + UPLIFT_DECIMALS);
  }
  return list;
}

function formatScaled(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
