import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';
import { stringify } from 'csv-stringify';
import { typeOf } from './column-types.ts';
import { readPart } from './parquet-part.ts';
import { RECORD_DAYS } from './read-day.ts';
import type { ArchivedDayAt, DaySource } from './read-day.ts';
import type { RowFilter } from './row-filter.ts';

/** The forms in which archived days are given out. */
export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Which rows of which days are given out, and where they are read. */
export interface ArchivedDays extends Omit<ArchivedDayAt, 'day'> {
  days: readonly string[];
  filter: RowFilter;
  /** Default: days of request records. */
  source?: DaySource;
}

type FoundDay = NonNullable<Awaited<ReturnType<DaySource['find']>>>;

/** What was given out. */
export interface Exported {
  rows: number;
  /** Days that the archive does not have. */
  missing: string[];
}

/**
 * Gives records of archived days out, in the order of the days, a record a line: as JSON with a
 * property for each column, or as CSV with a head. A day is checked whole before the first of its
 * records is given out, whatever the filter; it is on the disk alone and one day at a time.
 * @throws OperatorError for a day that is not as it was archived; those before it were given out
 */
export async function exportDays(
  wanted: ArchivedDays,
  { format, to }: { format: ExportFormat; to: Writable },
): Promise<Exported> {
  const { found, missing } = await manifestsOf(wanted);
  const exported: Exported = { rows: 0, missing };
  const records = Readable.from(counted(recordsOfDays(wanted, found), exported));
  if (format === 'csv') await pipeline(records, csvOf(columnsOf(found)), to);
  else await pipeline(records, jsonLines, to);
  return exported;
}

async function manifestsOf({ store, days, source = RECORD_DAYS }: ArchivedDays) {
  const found: FoundDay[] = [];
  const missing: string[] = [];
  for (const day of days) {
    const manifest = await source.find(store, day);
    if (manifest === null) missing.push(day);
    else found.push(manifest);
  }
  return { found, missing };
}

/** The columns of all days; a day may be older than a column. */
const columnsOf = (manifests: readonly FoundDay[]): string[] => [
  ...new Set(manifests.flatMap(({ columns }) => columns.map(({ name }) => name))),
];

type JsonRecord = Record<string, unknown>;

async function* counted(
  records: AsyncIterable<JsonRecord>,
  exported: Exported,
): AsyncGenerator<JsonRecord> {
  for await (const record of records) {
    exported.rows += 1;
    yield record;
  }
}

async function* recordsOfDays(
  { filter, source = RECORD_DAYS, ...at }: ArchivedDays,
  manifests: readonly FoundDay[],
): AsyncGenerator<JsonRecord> {
  for (const { day } of manifests) {
    const folder = await mkdtemp(join(at.folder, 'archive-'));
    try {
      const { columns, files } = await source.fetch({ ...at, day }, { folder, keeps: true });
      for (const { file } of files) {
        yield* recordsOf(join(folder, file), columns, filter);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function* recordsOf(
  path: string,
  columns: readonly RecordColumn[],
  filter: RowFilter,
): AsyncGenerator<JsonRecord> {
  const types = columns.map(typeOf);
  for await (const values of readPart(path, columns, filter)) {
    yield Object.fromEntries(
      columns.map(({ name }, index) => {
        const text = values[index] ?? null;
        return [name, text === null ? null : types[index]?.json(text)];
      }),
    );
  }
}

async function* jsonLines(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** How a text begins that a spreadsheet runs as a formula; a number below zero is none. */
const FORMULA = /^(?!-\d+$)[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u;

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. */
const csvOf = (columns: string[]) =>
  stringify({
    header: true,
    columns,
    record_delimiter: 'windows',
    quoted_string: true,
    cast: {
      boolean: String,
      object: (value) => JSON.stringify(value),
      string: (value) => (FORMULA.test(value) ? `'${value}` : value),
    },
  });
