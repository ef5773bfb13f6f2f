import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';

/** PostgreSQL's `record_out` quotes empty texts, and those with one of these characters. */
const QUOTED = /^$|["\\(),\s]/u;
const MICROS_A_MS = 1_000n;
const FRACTION_DIGITS = 3;

/**
 * Gives the text that PostgreSQL writes of a row of these values (`row(…)::text`), with moments in
 * UTC and in the style ISO: what digests of seals are taken of.
 * @param values as the archive has them: moments in microseconds since 1970
 */
export function rowText(
  columns: readonly RecordColumn[],
  values: readonly (string | null)[],
): string {
  const fields = columns.map(({ type }, index) => {
    const value = values[index] ?? null;
    return value === null ? '' : quoted(textOf(type, value));
  });
  return `(${fields.join(',')})`;
}

const quoted = (text: string): string =>
  QUOTED.test(text) ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '""')}"` : text;

function textOf(type: string, value: string): string {
  if (type === 'boolean') return value === 'true' ? 't' : 'f';
  return type === 'timestamp with time zone' ? momentText(value) : value;
}

/** Such as `2026-11-25 02:30:00.12+00`. @param micros since 1970 */
function momentText(micros: string): string {
  const ms = BigInt(micros) / MICROS_A_MS;
  const rest = (BigInt(micros) % MICROS_A_MS).toString().padStart(FRACTION_DIGITS, '0');
  const [seconds = '', fraction = ''] = new Date(Number(ms))
    .toISOString()
    .replace('T', ' ')
    .replace('Z', rest)
    .split('.');
  const digits = fraction.replace(/0+$/u, '');
  return `${seconds}${digits === '' ? '' : `.${digits}`}+00`;
}
