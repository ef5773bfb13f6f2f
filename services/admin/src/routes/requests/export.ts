import { REQUEST_COLUMNS } from '@tollgate/contract/csv-columns';
import type { RequestTry } from '@tollgate/contract/request-records';
import { exportPlatformRequests } from '@tollgate/contract/routes/admin/requests';
import { sendCsv } from '@tollgate/http/csv';
import type { MountedRoute } from '@tollgate/http/route';
import { findArchived } from '@tollgate/requests/records/archived-span.queries';
import type { RecordFilter } from '@tollgate/requests/records/filter';
import type { KeptRecord } from '@tollgate/requests/records/record-scope.queries';
import {
  cursorOfRecord,
  readRecordCursor,
  readRecords,
  triesOf,
} from '@tollgate/requests/records/record-views';
import { tokenFields } from '../../csv-columns.ts';
import type { Response } from 'express';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { withNames } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';
import { platformRecordFilter } from '../../request-filter.ts';
import { namedInRecord, platformRequestOut } from '../../request-out.ts';
import { sayArchived } from '../../say-archived.ts';
import { noteExport } from '../../trail.ts';

export const handleExportPlatformRequests = (deps: AdminDeps): MountedRoute =>
  platformRoute(exportPlatformRequests, async ({ query }, context) => {
    const { cursor, ...text } = query;
    const after = cursor === undefined ? null : readRecordCursor(cursor);
    if (cursor !== undefined && after === null) {
      throw fieldError('query', 'cursor', 'must be the cursor of a line');
    }
    const filter = await platformRecordFilter(deps, text);
    if (filter !== null) await sayOrRefuse(deps, filter, context.response);
    const rows =
      filter === null ? [] : lines(deps, readRecords(deps.reports, { ...filter, after }));
    await noteExport(deps, context, { action: 'requests.export', query });
    await sendCsv(context, { fileName: 'requests.csv', columns: REQUEST_COLUMNS, rows });
  });

/**
 * An export says in its head what it leaves out. One that asks for archived days by name is
 * refused: a file that is smaller than what was asked for looks whole.
 */
async function sayOrRefuse(
  { reports }: Pick<AdminDeps, 'reports'>,
  filter: RecordFilter,
  response: Response,
): Promise<void> {
  const archived = await findArchived(reports, filter);
  if (archived !== null && filter.dateFrom !== null) {
    throw fieldError(
      'query',
      'date_from',
      `must be ${archived.to} or later: earlier requests are in the archive, and are exported from there`,
    );
  }
  sayArchived(response, archived);
}

/**
 * Such as `acme/large overloaded (upstream_unavailable, 529) 12+340 ms`: where, how it ended, when
 * it began and how long it took.
 */
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
