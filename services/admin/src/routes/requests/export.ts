import { RequestsExportQuery } from '@tollgate/contract/platform/analytics';
import { csvAnswer, defineRoute } from '@tollgate/contract/route';
import { sendCsv } from '@tollgate/http/csv';
import { cursorOfRecord, readRecordCursor, readRecords } from '@tollgate/requests/record-views';
import type { KeptRecord } from '@tollgate/requests/record-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRequestOut, recordFilter } from '../../request-out.ts';

export const exportPlatformRequests = defineRoute({
  method: 'get',
  path: '/api/platform/exports/requests.csv',
  auth: 'platform',
  summary: 'Requests as CSV, newest first; goes on behind the cursor of any line',
  query: RequestsExportQuery,
  status: 200,
  furtherAnswers: csvAnswer,
});

const COLUMNS = [
  'cursor',
  'public_id',
  'request_id',
  'created_at',
  'user_id',
  'api_key_id',
  'mode',
  'endpoint',
  'model_requested',
  'provider',
  'model',
  'stream',
  'async',
  'status',
  'outcome',
  'error_code',
  'input_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
  'credits',
  'latency_ms',
  'first_token_ms',
] as const;

export const handleExportPlatformRequests =
  ({ reports }: AdminDeps): AdminHandler<typeof exportPlatformRequests> =>
  async ({ query: { cursor, ...text } }, context) => {
    const after = cursor === undefined ? null : readRecordCursor(cursor);
    if (cursor !== undefined && after === null) {
      throw fieldError('query', 'cursor', 'must be the cursor of a line');
    }
    const filter = recordFilter(text);
    const rows = filter === null ? [] : lines(readRecords(reports, { ...filter, after }));
    await sendCsv(context, { fileName: 'requests.csv', columns: COLUMNS, rows });
  };

async function* lines(records: AsyncIterable<KeptRecord>) {
  for await (const record of records) {
    const {
      tokens,
      stream,
      async: isAsync,
      organization_id: _same,
      ...plain
    } = platformRequestOut(record);
    yield {
      ...plain,
      cursor: cursorOfRecord(record),
      stream: String(stream),
      async: String(isAsync),
      input_tokens: tokens?.input ?? null,
      cache_read_tokens: tokens?.cache_read ?? null,
      cache_write_tokens: tokens?.cache_write ?? null,
      output_tokens: tokens?.output ?? null,
      reasoning_tokens: tokens?.reasoning ?? null,
    };
  }
}
