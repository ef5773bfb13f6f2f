import type { Logger } from '@tollgate/runtime/logger';
import { outsideRequests } from '@tollgate/runtime/request-scope';
import { poll } from '@tollgate/runtime/timers';
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
  /** One statement for all rows: all of them are written, or none. */
  write(rows: readonly Row[]): Promise<void>;
  /** What names a row in the log. */
  nameOf(row: Row): string;
  /** Called for each row that was dropped. */
  dropped?(): void;
  logger: Logger;
}

/**
 * What of a batch was not written because the database could not be used, and why; nothing when all
 * is done.
 */
export interface Unwritten<Row> {
  rows: readonly Row[];
  error: unknown;
}

/**
 * Writes a batch in its order. What the database refuses for its data it would refuse for ever,
 * with everything behind it: the batch is halved until the row at fault is alone, which is dropped,
 * counted and named in the log.
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

/** The outcome of one turn of writing. */
export interface WrittenTurn {
  /** How many rows still wait. */
  waiting: number;
  /** Why the database could not be used; null when it could. */
  error: unknown;
}

export interface WriteBehindOptions<Row> extends RowWriter<Row> {
  /** The most rows of one statement; so many rows are written at once, whatever the interval. */
  batchMax: number;
  /** The most rows that wait while the database is away. */
  waitingMax: number;
  /** Which row is dropped when more rows come than may wait. */
  fullDrops: 'oldest' | 'newest';
  /** Called for each row that there was no room for. */
  overflowed?(): void;
  /**
   * Between two turns of writing, and before what could not be written is tried again, in
   * milliseconds.
   */
  everyMs: number;
  /** Called after each turn of writing. */
  wrote(turn: WrittenTurn): void;
}

/**
 * Rows that are written behind answers: no call waits for these rows, and the rows wait for the
 * database while there is room.
 */
export interface WriteBehind<Row> {
  /** Takes a row; a row that waits already is taken once. Never throws and never waits. */
  add: (row: Row) => void;
  /** Writes what waits now, as far as the database allows. */
  flush: () => Promise<void>;
  /** Writes what waits, and begins no turn by itself any more. */
  close: () => Promise<void>;
}

/**
 * Writes the rows of one table behind answers. Rows that could not be written are written before
 * later rows.
 */
export function createWriteBehind<Row>(options: WriteBehindOptions<Row>): WriteBehind<Row> {
  const { table, logger, batchMax, waitingMax } = options;
  // Shown as 0 until then: a series that begins with 1 is no rise.
  refusedRows.add([table], 0);
  let waiting = new Set<Row>();
  let isWriting = false;

  async function writeAll(): Promise<unknown> {
    while (waiting.size > 0) {
      const left = await writeBatch(options, takeFirst(waiting, batchMax));
      if (left.rows.length === 0) continue;
      waiting = new Set([...left.rows, ...waiting]);
      return left.error;
    }
    return null;
  }

  const turns = poll({
    everyMs: options.everyMs,
    async look() {
      isWriting = true;
      const error = await writeAll();
      isWriting = false;
      options.wrote({ waiting: waiting.size, error });
    },
    failed: (error) => logger.error({ error, table }, 'rows could not be written'),
  });

  const flush = async (): Promise<void> => {
    // The turn under way may have met a database that was away.
    await turns.idle();
    await turns.now();
  };

  return {
    add(row) {
      if (waiting.size >= waitingMax && !waiting.has(row)) {
        options.overflowed?.();
        if (options.fullDrops === 'newest') return;
        takeFirst(waiting, 1);
      }
      waiting.add(row);
      // Not each row beyond a batch: more rows wait because the database is away.
      if (waiting.size !== batchMax || isWriting) return;
      outsideRequests(() => setImmediate(() => void turns.now()));
    },
    flush,
    close() {
      turns.stop();
      return flush();
    },
  };
}

function takeFirst<Row>(waiting: Set<Row>, count: number): Row[] {
  const taken: Row[] = [];
  for (const row of waiting) {
    if (taken.length >= count) break;
    taken.push(row);
    waiting.delete(row);
  }
  return taken;
}
