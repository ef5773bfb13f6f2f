import { LOCALE } from './locale.ts';

const DIGITS = 9;
const NANO = 1_000_000_000n;
const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,9}))?$/u;

/**
 * An amount of credits in nano-credits.
 * @param text a decimal string as the API gives it
 * @throws when the text is no amount
 */
export function toNano(text: string): bigint {
  const match = AMOUNT.exec(text.trim());
  if (match === null) throw new Error(`not an amount of credits: ${text.slice(0, 40)}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const nano = BigInt(whole) * NANO + BigInt(fraction.padEnd(DIGITS, '0'));
  return sign === '-' ? -nano : nano;
}

/** A decimal string with all nine digits. */
export function fromNano(nano: bigint): string {
  const size = nano < 0n ? -nano : nano;
  const fraction = (size % NANO).toString().padStart(DIGITS, '0');
  return `${nano < 0n ? '-' : ''}${size / NANO}.${fraction}`;
}

/** The sum of amounts. */
export const sumOf = (amounts: readonly string[]): string =>
  fromNano(amounts.reduce((sum, amount) => sum + toNano(amount), 0n));

const groups = new Intl.NumberFormat(LOCALE);
const POINT = groups.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/**
 * An amount with groups of thousands and as many digits as say something.
 * @param exact every digit that is not a trailing zero
 */
export function formatCredits(text: string, exact = false): string {
  const nano = toNano(text);
  const size = nano < 0n ? -nano : nano;
  const kept = exact ? DIGITS : digitsFor(size);
  const unit = 10n ** BigInt(DIGITS - kept);
  const rounded = ((size + unit / 2n) / unit) * unit;
  const whole = groups.format(rounded / NANO);
  const fraction = (rounded % NANO).toString().padStart(DIGITS, '0').slice(0, kept);
  const shown = trimmed(fraction);
  return `${nano < 0n ? '−' : ''}${whole}${shown === '' ? '' : `${POINT}${shown}`}`;
}

/** Large amounts in hundredths, small ones until three digits say something. */
function digitsFor(size: bigint): number {
  if (size >= NANO) return 2;
  const leading = DIGITS - size.toString().length;
  return Math.min(DIGITS, Math.max(4, leading + 3));
}

const trimmed = (fraction: string): string => {
  const bare = fraction.replace(/0+$/u, '');
  return bare.length === 1 ? `${bare}0` : bare;
};
