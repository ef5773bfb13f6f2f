const DECIMAL = /^0*(\d+?)(?:\.(\d*?)0*)?$/u;

/**
 * A plain decimal without needless zeros, so that equal amounts are equal texts; what is no decimal
 * stays as it is.
 */
export function plainDecimal(text: string): string {
  const match = DECIMAL.exec(text);
  if (match === null) return text;
  const [, whole = '0', fraction = ''] = match;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
