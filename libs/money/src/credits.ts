/** 1 credit = 1 USD at list price = 10^9 nano-credits. */
export const NANO_PER_CREDIT = 1_000_000_000n;
/** The largest amount a column holds, in nano-credits. */
export const NANO_MAX = 9_223_372_036_854_775_807n;

const DECIMAL_PATTERN = /^(\d{1,10})(?:\.(\d{1,18}))?$/;

/** `"12.345000000"` for 12345000000n nano-credits: a decimal string with nine decimals. */
export function formatCredits(nano: bigint): string {
  const sign = nano < 0n ? '-' : '';
  const size = nano < 0n ? -nano : nano;
  return `${sign}${size / NANO_PER_CREDIT}.${(size % NANO_PER_CREDIT).toString().padStart(9, '0')}`;
}

/**
 * Nano-credits of a plain decimal such as `"0.25"`; digits beyond nano are cut off downwards.
 * Gives null for anything else: signs, exponents, blanks, amounts a column cannot hold.
 */
export function parseCredits(text: string): bigint | null {
  const match = DECIMAL_PATTERN.exec(text);
  if (match === null) return null;
  const fraction = (match[2] ?? '').padEnd(9, '0').slice(0, 9);
  const nano = BigInt(match[1] ?? '0') * NANO_PER_CREDIT + BigInt(fraction);
  return nano <= NANO_MAX ? nano : null;
}

const PICO_DECIMALS = 12;

/** `"0.000000250000"` credits for `"250000"` pico-credits, exact. */
export function formatPico(pico: string): string {
  const digits = pico.padStart(PICO_DECIMALS + 1, '0');
  return `${digits.slice(0, -PICO_DECIMALS)}.${digits.slice(-PICO_DECIMALS)}`;
}

/**
 * A number of credits for a metric or a picture. It is not exact: no decision about money may be
 * made from it.
 */
export function creditsToShow(nano: bigint): number {
  return Number(nano) / Number(NANO_PER_CREDIT);
}
