import { RequestsExportQuery } from '@tollgate/contract/platform/analytics';
import { csvAnswer, defineRoute } from '@tollgate/contract/route';
import type { RequestTry } from '@tollgate/contract/request-records';
import { sendCsv } from '@tollgate/http/csv';
import {
  cursorOfRecord,
  readRecordCursor,
  readRecords,
  triesOf,
} from '@tollgate/requests/records/record-views';
import type { KeptRecord } from '@tollgate/requests/records/record-queries';
import { TOKEN_COLUMNS, tokenFields } from '../../csv-columns.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformFilter } from '../../request-filter.ts';
import { withNames } from '../../names.ts';
import { namedInRecord, platformRequestOut } from '../../request-out.ts';
import { noteExport } from '../../trail.ts';

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
  'alias',
  'stream',
  'async',
  'status',
  'outcome',
  'error_code',
  ...TOKEN_COLUMNS,
  'credits',
  'latency_ms',
  'first_token_ms',
  'attempts',
  'session_id',
  'user_email',
  'key_name',
] as const;

export const exportPlatformRequests = defineRoute({
  method: 'get',
  path: '/api/platform/exports/requests.csv',
  auth: 'platform',
  needs: 'read',
  summary: 'Requests as CSV, newest first; goes on behind the cursor of any line',
  query: RequestsExportQuery,
  status: 200,
  furtherAnswers: csvAnswer(COLUMNS),
});

export const handleExportPlatformRequests =
  (deps: AdminDeps): AdminHandler<typeof exportPlatformRequests> =>
  async ({ query }, context) => {
    const { cursor, session_id: sessionId = null, ...text } = query;
    const after = cursor === undefined ? null : readRecordCursor(cursor);
    if (cursor !== undefined && after === null) {
      throw fieldError('query', 'cursor', 'must be the cursor of a line');
    }
    const filter = await platformFilter(deps, text);
    const rows =
      filter === null
        ? []
        : lines(deps, readRecords(deps.reports, { ...filter, requestId: null, sessionId, after }));
    await noteExport(deps, context, { action: 'requests.export', query });
    await sendCsv(context, { fileName: 'requests.csv', columns: COLUMNS, rows });
  };

/** Such as `acme/large overloaded (upstream_unavailable, 529) 12+340 ms`: where, how it ended, when it began and how long it took. */
function tryText(one: RequestTry): string {
  const { model, failure, error_code: code, upstream_status: status } = one;
  const reasons = [code, status].filter((reason) => reason !== null).join(', ');
  const ended = failure === null ? 'answered' : failure + (reasons === '' ? '' : ` (${reasons})`);
  return `${model} ${ended} ${one.after_ms}+${one.took_ms} ms`;
}

async function* lines({ reports }: Pick<AdminDeps, 'reports'>, records: AsyncIterable<KeptRecord>) {
  for await (const { row: record, names } of withNames(reports, records, namedInRecord)) {
    const {
      tokens,
      stream,
      async: isAsync,
      organization_id: _same,
      ...plain
    } = platformRequestOut(record, names);
    yield {
      ...plain,
      attempts: triesOf(record).map(tryText).join('; '),
      cursor: cursorOfRecord(record),
      stream: String(stream),
      async: String(isAsync),
      ...tokenFields(tokens),
    };
  }
}
