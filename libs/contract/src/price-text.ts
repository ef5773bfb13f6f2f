/**
 * The most expensive token, in pico-credits: a credit each. Far beyond any list, and small enough
 * for every product to fit.
 */
const TOKEN_PRICE_PICO_MAX = 1_000_000_000_000n;
/**
 * The most expensive call, search unit, image, run of a tool or second, in pico-credits: a
 * thousand credits.
 */
const PIECE_PRICE_PICO_MAX = 1_000_000_000_000_000n;
/**
 * Decimals of a list price: a credit per million tokens, or characters, is a million pico-credits a
 * token.
 */
const TOKEN_DECIMALS = 6;
/** Pieces are priced one by one: a credit is 10^12 pico-credits. */
const PIECE_DECIMALS = 12;
/** Dimensions that are priced by the piece and not by the token. */
const PIECE =
  /^(?:request|search_unit|web_search|web_fetch|code_execution|code_interpreter(?:_\d+g)?|mcp|image_generation|file_search|image(?:_[^_]+_.+)?|second(?:_.+)?)$/u;
/** Dimensions for which providers bill nothing, or tokens only: zero is their usual price. */
const USUALLY_FREE: ReadonlySet<string> = new Set(['web_fetch', 'mcp', 'image_generation']);
const DECIMAL_PATTERN = /^(0|[1-9]\d{0,15})(?:\.(\d{1,12}))?$/u;

/** A price that is none, and what is wrong with it. */
export interface PriceTextFault {
  message: string;
}

/** How many decimals the price of a dimension may have. */
export function priceDecimals(dimension: string): number {
  return PIECE.test(dimension) ? PIECE_DECIMALS : TOKEN_DECIMALS;
}

/**
 * Reads one price exactly: a plain decimal, no sign, no exponent, no more decimals than a whole
 * pico-credit has.
 * @param allowFree whether zero is a price
 * @returns pico-credits for one token or one piece, or the fault
 */
export function readPrice(
  text: string,
  dimension: string,
  allowFree: boolean,
): bigint | PriceTextFault {
  const decimals = priceDecimals(dimension);
  const match = DECIMAL_PATTERN.exec(text);
  if (match === null) return { message: 'must be a plain decimal number such as "0.25"' };
  const fraction = match[2] ?? '';
  if (fraction.length > decimals) return { message: `may have ${decimals} decimals at most` };
  const pico = BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0'));
  if (pico === 0n && !allowFree && !USUALLY_FREE.has(dimension))
    return { message: 'is zero; say allow_free to mean it' };
  const most = PIECE.test(dimension) ? PIECE_PRICE_PICO_MAX : TOKEN_PRICE_PICO_MAX;
  return pico > most ? { message: 'is out of all proportion' } : pico;
}
