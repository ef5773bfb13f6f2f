import { inTier } from './texts/names.ts';

const PICO_DIGITS = 12;
const PICO_PER_NANO = 1_000n;
const BASIS_POINTS = 10_000n;
const PRICE = /^(\d+)(?:\.(\d{1,12}))?$/u;

/** A price in pico-credits. @param text a decimal string as the API gives it */
function toPico(text: string): bigint {
  const [, whole = '0', fraction = ''] = PRICE.exec(text) ?? [];
  return BigInt(`${whole}${fraction.padEnd(PICO_DIGITS, '0')}`);
}

/** Pico-credits as a decimal string, without zeros at its end. */
function fromPico(pico: bigint): string {
  const digits = pico.toString().padStart(PICO_DIGITS + 1, '0');
  const fraction = digits.slice(-PICO_DIGITS).replace(/0+$/u, '');
  const whole = digits.slice(0, -PICO_DIGITS);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A price without zeros at its end. @param text a decimal string as the API gives it */
export const bareOf = (text: string): string => fromPico(toPico(text));

const TOKENS_OF_PRICE = 1_000_000n;
/** Dimensions that are counted in tokens or characters, with prices for a million of them. */
const TOKEN_DIMENSIONS = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'reasoning',
  'image_input',
  'image_output',
  'audio_input',
  'character',
];

/** Dimensions that are parts of others, and are charged on lines of their own. */
export const PART_DIMENSIONS: Readonly<Record<string, readonly string[]>> = {
  input: ['cache_read', 'cache_write', 'cache_write_1h'],
  output: ['reasoning'],
};

/**
 * What one unit of a line costs, as readers know prices: for a million tokens, or for one of what
 * is counted in anything else.
 */
export function priceOf({ dimension, unit_price: price }: Omit<ReceiptLine, 'quantity'>): {
  price: string;
  perMillion: boolean;
} {
  if (!TOKEN_DIMENSIONS.includes(inTier(dimension).plain))
    return { price: bareOf(price), perMillion: false };
  return { price: fromPico(toPico(price) * TOKENS_OF_PRICE), perMillion: true };
}

/** A line of a receipt. */
export interface ReceiptLine {
  dimension: string;
  quantity: number;
  unit_price: string;
}

/** A receipt that is added up again, so that readers can follow it. */
export interface AddedUp {
  /** The amount of each line, by its index. */
  amounts: readonly string[];
  sum: string;
  uplift: string;
  /** The sum with uplift, rounded up once to a nano-credit. */
  total: string;
}

/** Adds a receipt up as billing did. */
export function addUp(lines: readonly ReceiptLine[], upliftBp: number | null): AddedUp {
  const amounts = lines.map(({ quantity, unit_price }) => BigInt(quantity) * toPico(unit_price));
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  const scaled = sum * (BASIS_POINTS + BigInt(upliftBp ?? 0));
  const divisor = BASIS_POINTS * PICO_PER_NANO;
  const nano = (scaled + divisor - 1n) / divisor;
  return {
    amounts: amounts.map(fromPico),
    sum: fromPico(sum),
    uplift: fromPico((sum * BigInt(upliftBp ?? 0)) / BASIS_POINTS),
    total: fromPico(nano * PICO_PER_NANO),
  };
}
