import { OperatorError } from '@tollgate/db/command';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';

/** How values of a type of PostgreSQL lie in a file, and how they are written down. */
interface ColumnType {
  /** The value in DuckDB, of its text from PostgreSQL. */
  stored(name: string): string;
  /** The text that PostgreSQL gave, of the value in the file. */
  text(name: string): string;
  /** The value as JSON has it, of that text. */
  json(text: string): unknown;
}

const castTo =
  (type: string) =>
  (name: string): string =>
    `cast(${name} as ${type})`;
const asItIs = (text: string): unknown => text;
const typed = (type: string, json: ColumnType['json']): ColumnType => ({
  stored: castTo(type),
  text: castTo('varchar'),
  json,
});

const TYPES: Readonly<Record<string, ColumnType>> = {
  uuid: typed('uuid', asItIs),
  text: typed('varchar', asItIs),
  boolean: typed('boolean', (text) => text === 'true'),
  smallint: typed('smallint', Number),
  integer: typed('integer', Number),
  // Beyond what a number holds.
  bigint: typed('bigint', asItIs),
  jsonb: typed('varchar', (text) => JSON.parse(text) as unknown),
  'timestamp with time zone': {
    stored: (name) => `make_timestamp(cast(${name} as bigint))`,
    text: (name) => `cast(epoch_us(${name}) as varchar)`,
    json: momentOf,
  },
};

/** How values of a column lie in a file. @throws OperatorError for a type that no file has yet */
export function typeOf({ name, type }: RecordColumn): ColumnType {
  const found = TYPES[type];
  if (found === undefined)
    throw new OperatorError(`The column ${name} is of the type ${type}, which no archive has yet.`);
  return found;
}

/** A name as a statement has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const MICROS_A_MS = 1_000n;

/** A moment such as `2026-11-25T02:30:00.123456Z`. @param micros since 1970 */
function momentOf(micros: string): string {
  const ms = BigInt(micros) / MICROS_A_MS;
  const rest = (BigInt(micros) % MICROS_A_MS).toString().padStart(3, '0');
  return new Date(Number(ms)).toISOString().replace('Z', `${rest}Z`);
}
