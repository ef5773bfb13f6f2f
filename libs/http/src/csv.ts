import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { stringify } from 'csv-stringify';
import type { Request, Response } from 'express';
import { HEADER } from '@tollgate/contract/headers';

/** A table to be sent. */
export interface CsvTable<Column extends string> {
  /** What a browser calls it. */
  fileName: string;
  /** The header line, and which property of a row stands where. */
  columns: readonly Column[];
  rows: Iterable<CsvRow<Column>> | AsyncIterable<CsvRow<Column>>;
}

/** One line; null is an empty field. */
export type CsvRow<Column extends string> = Readonly<
  Record<Column, string | number | bigint | null>
>;

/**
 * Streams a table as CSV (RFC 4180), gzip when the caller takes it. A row is read when the caller has room for it, so memory
 * does not grow with the table. Every text stands in quotes, and one that a spreadsheet would run as a formula gets an apostrophe in front. What fails on the
 * way cuts the connection, so that half a table never looks whole.
 */
export async function sendCsv<Column extends string>(
  context: { request: Request; response: Response; requestId: string },
  table: CsvTable<Column>,
): Promise<void> {
  const { request, response, requestId } = context;
  const rows = await started(table.rows);
  response.statusCode = 200;
  response.setHeader(HEADER.requestId, requestId);
  response.setHeader('content-type', 'text/csv; charset=utf-8; header=present');
  response.setHeader('content-disposition', `attachment; filename="${table.fileName}"`);
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('vary', 'accept-encoding');
  const lines = stringify({
    header: true,
    columns: [...table.columns],
    record_delimiter: 'windows',
    escape_formulas: true,
    // Readers that find out the end of a line by themselves would take one inside a bare field for it.
    quoted_string: true,
    cast: { bigint: String },
  });
  const source = Readable.from(rows);
  try {
    if (request.acceptsEncodings('identity', 'gzip') === 'gzip') {
      response.setHeader('content-encoding', 'gzip');
      await pipeline(source, lines, createGzip(), response);
    } else {
      await pipeline(source, lines, response);
    }
  } catch (error) {
    if (!isCallerGone(error)) throw error;
  }
}

/** Reads up to the first row, so that a failure before it still has a status of its own. */
async function started<Row>(rows: Iterable<Row> | AsyncIterable<Row>): Promise<AsyncIterable<Row>> {
  const source = (async function* () {
    yield* rows;
  })();
  const first = await source.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* source;
  })();
}

/** Who hangs up in the middle of a download has made no error of ours. */
function isCallerGone(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'EPIPE' || code === 'ECONNRESET';
}
