import type { Logger } from '@tollgate/runtime/logger';
import { counter } from '@tollgate/telemetry/metrics';
import { isDataFault } from './failures.ts';

const refusedRows = counter({
  name: 'rows_refused_total',
  help: 'Rows written behind answers that the database refused for what is in them and that were dropped.',
  labels: ['table'],
});

/** How rows of one table are written. */
export interface RowWriter<Row> {
  /** Named in the metric and in the log. */
  table: string;
  /** One statement for all rows: they all stand, or none does. */
  write(rows: readonly Row[]): Promise<void>;
  /** What names a row in the log. */
  nameOf(row: Row): string;
  /** Told of each row that was dropped. */
  dropped?(): void;
  logger: Logger;
}

/** What of a batch was not written because the database could not be used, and why; nothing when all is done. */
export interface Unwritten<Row> {
  rows: readonly Row[];
  error: unknown;
}

/**
 * Writes a batch in its order. What the database refuses for its data it would refuse for ever, with everything behind it: the batch
 * is halved until the row at fault stands alone, which is dropped, counted and named in the log.
 */
export async function writeBatch<Row>(
  writer: RowWriter<Row>,
  rows: readonly Row[],
): Promise<Unwritten<Row>> {
  const [first] = rows;
  if (first === undefined) return { rows: [], error: null };
  try {
    await writer.write(rows);
    return { rows: [], error: null };
  } catch (error) {
    if (!isDataFault(error)) return { rows, error };
    if (rows.length === 1) {
      dropRow(writer, first, error);
      return { rows: [], error: null };
    }
  }
  const middle = Math.ceil(rows.length / 2);
  const left = await writeBatch(writer, rows.slice(0, middle));
  if (left.rows.length > 0) return { ...left, rows: [...left.rows, ...rows.slice(middle)] };
  return writeBatch(writer, rows.slice(middle));
}

/** Counts and names a row that the database refuses for its data. */
export function dropRow<Row>(
  writer: Omit<RowWriter<Row>, 'write'>,
  row: Row,
  error: unknown,
): void {
  const { table, logger } = writer;
  refusedRows.add([table]);
  logger.error(
    { error, table, row: writer.nameOf(row) },
    'the database refused a row, which was dropped',
  );
  writer.dropped?.();
}
