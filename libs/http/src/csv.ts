import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { stringify } from 'csv-stringify';
import type { Request, Response } from 'express';
import { HEADER } from '@tollgate/contract/headers';

/** A table that is sent as a download. */
export interface CsvTable<Column extends string> {
  /** The name of the file that a browser saves. */
  fileName: string;
  /** The columns in their order: the header of each and the property of a row that fills it. */
  columns: readonly Column[];
  rows: Iterable<CsvRow<Column>> | AsyncIterable<CsvRow<Column>>;
}

/** One line; null is an empty field. */
export type CsvRow<Column extends string> = Readonly<
  Record<Column, string | number | bigint | null>
>;

/**
 * Streams a table as CSV (RFC 4180), gzip when the caller takes it. A row is read only when the
 * caller has room for it, so memory does not grow with the table. Every text is in quotes; a text
 * that a spreadsheet would run as a formula gets an apostrophe in front. A failure in between cuts
 * the connection, so that half a table never looks whole.
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
    // Some readers detect line ends on their own and would take a line end inside an unquoted field
    // for the end of the row.
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

/** Reads up to the first row, so that a failure before the first row still gets its own status. */
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

/** A caller that hangs up during a download is no error of ours. */
function isCallerGone(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'EPIPE' || code === 'ECONNRESET';
}
