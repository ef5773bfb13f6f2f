import type {
  ReconciliationLineOut,
  ReconciliationOut,
  UsageReportFormat,
} from '@tollgate/contract/platform/reconciliations';
import { RECONCILIATIONS_PATH } from '@tollgate/contract/platform/reconciliations';
import { formatCredits } from '@tollgate/money/credits';
import type {
  Reconciliation,
  ReconciliationLine,
} from '@tollgate/requests/reconciliation/reconciliation.queries';
import { encodeId } from '@tollgate/runtime/ids';

const NONE = { equal: 0, differs: 0, report_only: 0, book_only: 0 };

/** A reconciliation as administrators see one. */
export function reconciliationOut(made: Reconciliation): ReconciliationOut {
  const id = encodeId('rcn', made.id);
  return {
    id,
    object: 'reconciliation',
    status: statusOf(made),
    status_url: `${RECONCILIATIONS_PATH}/${id}`,
    provider: made.provider,
    format: made.format as UsageReportFormat,
    tolerance_bp: made.toleranceBp,
    first_day: made.firstDay,
    last_day: made.lastDay,
    days: made.days,
    days_compared: made.daysCompared,
    rows_read: made.rowsRead,
    rows_left_out: made.rowsLeftOut,
    counts: made.counts === null ? null : { ...NONE, ...made.counts },
    created_by: encodeId('adm', made.createdBy),
    created_at: made.createdAt.toISOString(),
    finished_at: made.finishedAt?.toISOString() ?? null,
  };
}

function statusOf({ finishedAt, daysCompared }: Reconciliation): ReconciliationOut['status'] {
  if (finishedAt !== null) return 'done';
  return daysCompared === 0 ? 'queued' : 'running';
}

/** One day and model as administrators see them. */
export function reconciliationLineOut(line: ReconciliationLine): ReconciliationLineOut {
  const { day, model, status, apart } = line;
  return { day, model, status, apart, reported: reportedIn(line), book: bookIn(line) };
}

function reportedIn(line: ReconciliationLine): ReconciliationLineOut['reported'] {
  if (line.status === 'book_only') return null;
  return {
    input: textOf(line.reportedInput),
    cache_read: textOf(line.reportedCacheRead),
    cache_write: textOf(line.reportedCacheWrite),
    output: textOf(line.reportedOutput),
    requests: textOf(line.reportedRequests),
    cost: line.reportedCostN === null ? null : formatCredits(line.reportedCostN),
  };
}

function bookIn(line: ReconciliationLine): ReconciliationLineOut['book'] {
  if (line.status === 'report_only') return null;
  return {
    input: String(line.bookInput),
    cache_read: String(line.bookCacheRead),
    cache_write: String(line.bookCacheWrite),
    output: String(line.bookOutput),
    requests: String(line.bookRequests),
    charged: formatCredits(line.bookChargedN ?? 0n),
    suspect: line.bookSuspect ?? {},
  };
}

function textOf(count: bigint | null): string | null {
  return count?.toString() ?? null;
}
