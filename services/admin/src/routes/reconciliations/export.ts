import { RECONCILIATION_COLUMNS } from '@tollgate/contract/csv-columns';
import { GatewayError } from '@tollgate/contract/error-codes';
import { PAGE_ROWS_MAX } from '@tollgate/contract/platform/shared';
import { exportPlatformReconciliation } from '@tollgate/contract/routes/admin/reconciliations';
import type { Db } from '@tollgate/db/connect';
import { sendCsv } from '@tollgate/http/csv';
import type { CsvRow } from '@tollgate/http/csv';
import type { MountedRoute } from '@tollgate/http/route';
import { listReconciliationLines } from '@tollgate/requests/reconciliation/reconciliation.queries';
import type { ReconciliationLine } from '@tollgate/requests/reconciliation/reconciliation.queries';
import { getReconciliation } from '@tollgate/requests/reconciliation/reconciliations';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { reconciliationLineOut } from '../../reconciliation-out.ts';
import { noteExport } from '../../trail.ts';

export const handleExportPlatformReconciliation = (deps: AdminDeps): MountedRoute =>
  platformRoute(exportPlatformReconciliation, async ({ params }, context) => {
    const uuid = decodeId('rcn', params.reconciliation_id);
    const { id, finishedAt } = await getReconciliation(deps.db, uuid);
    if (finishedAt === null) {
      throw new GatewayError('conflict', 'This reconciliation is not done yet.');
    }
    await noteExport(deps, context, { action: 'reconciliation.export', query: params });
    const fileName = `${params.reconciliation_id}.csv`;
    await sendCsv(context, {
      fileName,
      columns: RECONCILIATION_COLUMNS,
      rows: linesOf(deps.db, id),
    });
  });

async function* linesOf(
  db: Db,
  id: string,
): AsyncGenerator<CsvRow<(typeof RECONCILIATION_COLUMNS)[number]>> {
  let after: { day: string; model: string } | null = null;
  for (;;) {
    const page = { id, after, onlyDifferences: false, limit: PAGE_ROWS_MAX };
    const lines: ReconciliationLine[] = await listReconciliationLines(db, page);
    yield* lines.map(csvLine);
    after = lines.at(-1) ?? null;
    if (after === null || lines.length < PAGE_ROWS_MAX) return;
  }
}

const NOTHING_REPORTED = {
  input: null,
  cache_read: null,
  cache_write: null,
  output: null,
  requests: null,
  cost: null,
};

const NOTHING_BOOKED = {
  input: null,
  cache_read: null,
  cache_write: null,
  output: null,
  requests: null,
  charged: null,
  suspect: {},
};

function csvLine(line: ReconciliationLine): CsvRow<(typeof RECONCILIATION_COLUMNS)[number]> {
  const { day, model, status, apart, ...sides } = reconciliationLineOut(line);
  const reported = sides.reported ?? NOTHING_REPORTED;
  const book = sides.book ?? NOTHING_BOOKED;
  return {
    day,
    model,
    status,
    apart: apart.join(' '),
    reported_input_tokens: reported.input,
    reported_cache_read_tokens: reported.cache_read,
    reported_cache_write_tokens: reported.cache_write,
    reported_output_tokens: reported.output,
    reported_requests: reported.requests,
    reported_cost_usd: reported.cost,
    book_input_tokens: book.input,
    book_cache_read_tokens: book.cache_read,
    book_cache_write_tokens: book.cache_write,
    book_output_tokens: book.output,
    book_requests: book.requests,
    book_charged_credits: book.charged,
    book_suspect_requests: reasonsIn(book.suspect),
  };
}

/** Such as `total_differs:3 unpriced:1`. */
function reasonsIn(suspect: Readonly<Record<string, number>>): string {
  return Object.entries(suspect)
    .map(([reason, requests]) => `${reason}:${requests}`)
    .toSorted()
    .join(' ');
}
