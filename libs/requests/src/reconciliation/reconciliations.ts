import { createHash } from 'node:crypto';
import { GatewayError } from '@tollgate/contract/error-codes';
import { RECONCILIATIONS_KEPT } from '@tollgate/contract/platform/reconciliations';
import type { ReconciliationCreate } from '@tollgate/contract/platform/reconciliations';
import { transaction } from '@tollgate/db/connect';
import type { Db, Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  fillBookSide,
  fillSuspects,
  judgeLines,
  lockWaitingReconciliation,
  noteCompared,
} from './reconciliation-compare.queries.ts';
import {
  deleteOldReconciliations,
  findReconciliation,
  findReconciliationByName,
  insertReconciliation,
  insertReportedLines,
} from './reconciliation.queries.ts';
import type { Reconciliation } from './reconciliation.queries.ts';

/** Days that one transaction compares. */
const DAYS_AT_ONCE = 31;
/** Lines of a report that one statement writes. */
const LINES_AT_ONCE = 2_000;

/** One day and model of a report; a measure that the report does not have is null. */
export interface ReportedLine {
  day: string;
  /** The public id. */
  model: string;
  input: bigint | null;
  cacheRead: bigint | null;
  cacheWrite: bigint | null;
  output: bigint | null;
  requests: bigint | null;
  /** In nano-credits: a credit is a dollar. */
  costNano: bigint | null;
}

/** Who asks for a reconciliation, and under which name. */
export interface ReconciliationOrder {
  asked: ReconciliationCreate;
  /** The uuid of the administrator. */
  createdBy: string;
  onceKey: string;
}

/** What a report comes to: each day and model once. */
export interface ReportedSide {
  lines: readonly ReportedLine[];
  firstDay: string;
  lastDay: string;
  rowsRead: number;
  rowsLeftOut: number;
  /** Whether the report has tokens, and not costs alone. */
  hasTokens: boolean;
}

/**
 * What the same administrator has begun under the same name, or null.
 * @throws GatewayError `idempotency_key_mismatch` for what was another request
 */
export async function findBegun(
  db: Db,
  { asked, createdBy, onceKey }: ReconciliationOrder,
): Promise<Reconciliation | null> {
  const found = await findReconciliationByName(db, { createdBy, onceKey });
  if (found === null || found.bodySha.equals(shaOf(asked))) return found;
  throw new GatewayError(
    'idempotency_key_mismatch',
    'This Idempotency-Key was used for another reconciliation. Use a new key.',
    { param: 'Idempotency-Key' },
  );
}

/**
 * Writes the report's side down, once for each name of an administrator; a worker puts ours beside
 * it. The oldest reconciliations make room.
 * @throws GatewayError `idempotency_key_mismatch`
 */
export async function beginReconciliation(
  trx: Knex.Transaction,
  order: ReconciliationOrder,
  side: ReportedSide,
): Promise<{ begun: Reconciliation; isNew: boolean }> {
  const id = newUuid();
  const { asked, createdBy, onceKey } = order;
  const isNew = await insertReconciliation(trx, {
    id,
    createdBy,
    onceKey,
    bodySha: shaOf(asked),
    provider: asked.provider,
    format: asked.format,
    toleranceBp: asked.tolerance_bp,
    hasTokens: side.hasTokens,
    firstDay: side.firstDay,
    lastDay: side.lastDay,
    rowsRead: side.rowsRead,
    rowsLeftOut: side.rowsLeftOut,
  });
  if (!isNew) {
    const begun = await findBegun(trx, order);
    if (begun === null) throw new Error('a reconciliation was there and is gone');
    return { begun, isNew };
  }
  for (let at = 0; at < side.lines.length; at += LINES_AT_ONCE) {
    const lines = side.lines.slice(at, at + LINES_AT_ONCE).map(lineJson);
    await insertReportedLines(trx, { reconciliationId: id, lines: JSON.stringify(lines) });
  }
  await deleteOldReconciliations(trx, RECONCILIATIONS_KEPT);
  return { begun: await getReconciliation(trx, id), isNew };
}

function lineJson({ costNano, cacheRead, cacheWrite, ...line }: ReportedLine): object {
  const text = (value: bigint | null): string | null => value?.toString() ?? null;
  return {
    day: line.day,
    model: line.model,
    input: text(line.input),
    cache_read: text(cacheRead),
    cache_write: text(cacheWrite),
    output: text(line.output),
    requests: text(line.requests),
    cost_n: text(costNano),
  };
}

/** The hash of what was asked for, whatever the order of the request's members. */
function shaOf(asked: ReconciliationCreate): Buffer {
  const parts = [
    asked.provider,
    asked.format,
    asked.report,
    asked.first_day ?? null,
    asked.last_day ?? null,
    asked.tolerance_bp,
    (asked.models ?? []).map(({ reported, model }) => [reported, model]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/**
 * One reconciliation.
 * @throws GatewayError `not_found`; also for null, which stands for a malformed id
 */
export async function getReconciliation(db: Db, id: string | null): Promise<Reconciliation> {
  const found = id === null ? null : await findReconciliation(db, id);
  if (found === null) throw new GatewayError('not_found', 'There is no such reconciliation.');
  return found;
}

/**
 * Compares what waits, some days in each transaction, whose row it holds: a worker may die anywhere
 * and another one goes on from the last days that were compared; two workers never compare the same
 * days.
 * @returns how many were finished
 */
export async function compareWaiting(db: Knex): Promise<number> {
  let finished = 0;
  for (;;) {
    const step = await transaction(db, compareSomeDays);
    if (step === 'nothing waits') return finished;
    if (step === 'finished') finished += 1;
  }
}

async function compareSomeDays(
  trx: Knex.Transaction,
): Promise<'nothing waits' | 'goes on' | 'finished'> {
  const days = await lockWaitingReconciliation(trx, DAYS_AT_ONCE);
  if (days === null) return 'nothing waits';
  await fillBookSide(trx, days);
  await fillSuspects(trx, days);
  await judgeLines(trx, days);
  return (await noteCompared(trx, days)) ? 'finished' : 'goes on';
}
