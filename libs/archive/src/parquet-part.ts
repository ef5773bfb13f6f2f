import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';
import { quoted, typeOf } from './column-types.ts';
import type { RecordValues } from './line-digest.ts';
import { EVERY_ROW, whereOf } from './row-filter.ts';
import type { RowFilter } from './row-filter.ts';

/**
 * DuckDB reads and writes local files and fetches nothing: neither extensions nor anything by an
 * address.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  threads: '1',
  memory_limit: '128MB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
};

/** Rows that DuckDB has in memory before they wait on the disk; it would take 204,800 by itself. */
const FLUSHED_ROWS = 20_000;
/** Rows that one reader of a file has to have in memory at a time. */
const GROUP_ROWS = 20_480;

/** One file of a day while it is written. */
export interface PartWriter {
  add(rows: readonly RecordValues[]): void;
  /** Writes the file. */
  finish(path: string): Promise<void>;
  /** Closes DuckDB and removes what lies in the folder beside the file; once is enough. */
  close(): Promise<void>;
}

/**
 * Starts a file of records.
 * @param folder where rows wait on the disk, so that memory does not grow with them
 */
export async function startPart(
  folder: string,
  columns: readonly RecordColumn[],
): Promise<PartWriter> {
  const waiting = join(folder, 'waiting.duckdb');
  const { connection, close } = await open(waiting);
  const names = columns.map(({ name }) => quoted(name));
  await connection.run(`create table part (${names.map((name) => `${name} varchar`).join(', ')})`);
  const appender = await connection.createAppender('part');
  let unflushed = 0;
  return {
    add(rows) {
      // By value: chunks of rows lie outside of the heap until they are collected, which is late.
      for (const values of rows) {
        for (const value of values) {
          if (value === null) appender.appendNull();
          else appender.appendVarchar(value);
        }
        appender.endRow();
      }
      unflushed += rows.length;
      if (unflushed < FLUSHED_ROWS) return;
      appender.flushSync();
      unflushed = 0;
    },
    async finish(path) {
      appender.closeSync();
      const stored = columns.map(
        (column, index) => `${typeOf(column).stored(names[index] ?? '')} as ${names[index]}`,
      );
      await connection.run(
        `copy (select ${stored.join(', ')} from part) to ${literal(path)}
         (format parquet, compression zstd, row_group_size ${GROUP_ROWS})`,
      );
    },
    async close() {
      close();
      await Promise.all(
        [waiting, `${waiting}.wal`, spilledOf(waiting)].map((path) =>
          rm(path, { recursive: true, force: true }),
        ),
      );
    },
  };
}

/** Gives records of a file in their order. @throws what DuckDB says of a file that is none */
export async function* readPart(
  path: string,
  columns: readonly RecordColumn[],
  filter: RowFilter = EVERY_ROW,
): AsyncGenerator<RecordValues> {
  const { connection, close } = await open(':memory:', path);
  try {
    const texts = columns.map((column) => typeOf(column).text(quoted(column.name)));
    const { where, values } = whereOf(filter);
    const result = await connection.stream(
      `select ${texts.join(', ')} from read_parquet(${literal(path)}) ${where}`,
      values,
    );
    for await (const rows of result.yieldRows()) yield* rows as RecordValues[];
  } finally {
    close();
    await rm(spilledOf(path), { recursive: true, force: true });
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Where DuckDB puts what has no room in memory. */
const spilledOf = (path: string): string => `${path}.spilled`;

async function open(
  path: string,
  beside = path,
): Promise<{ connection: DuckDBConnection; close: () => void }> {
  // Loaded by the command that archives, and by no process that stays.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(path, {
    ...SETTINGS,
    temp_directory: spilledOf(beside),
  });
  const connection = await instance.connect();
  let isOpen = true;
  return {
    connection,
    close() {
      if (!isOpen) return;
      isOpen = false;
      connection.closeSync();
      instance.closeSync();
    },
  };
}
