import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';

const columnsOf = (type: string, ...names: string[]): RecordColumn[] =>
  names.map((name) => ({ name, type }));
const MOMENT = 'timestamp with time zone';

/** A movement, in the order in which its seal digests it. */
export const ENTRY: readonly RecordColumn[] = [
  ...columnsOf('uuid', 'id', 'user_id'),
  ...columnsOf('text', 'kind'),
  ...columnsOf('bigint', 'available_n', 'reserved_n', 'consumed_n', 'issued_n'),
  ...columnsOf('uuid', 'grant_id', 'op_id'),
  ...columnsOf('integer', 'attempt'),
  ...columnsOf('text', 'actor', 'reason'),
  ...columnsOf(MOMENT, 'at'),
];

/** The hold that a movement closed, in that order; nulls where it closed none. */
export const HOLD: readonly RecordColumn[] = [
  ...columnsOf('uuid', 'hold_op_id'),
  ...columnsOf('integer', 'hold_attempt'),
  ...columnsOf('uuid', 'hold_user_id', 'api_key_id'),
  ...columnsOf('bigint', 'amount_n'),
  ...columnsOf('text', 'state'),
  ...columnsOf('uuid', 'price_version_id'),
  ...columnsOf('integer', 'uplift_bp'),
  ...columnsOf('jsonb', 'estimate'),
  ...columnsOf(MOMENT, 'created_at', 'expires_at', 'closed_at'),
  ...columnsOf('text', 'close_reason'),
  ...columnsOf(MOMENT, 'funded_at'),
];

/** The charge of that hold; an expired one is charged by its late movement, and has it there. */
export const CHARGE: readonly RecordColumn[] = [
  ...columnsOf('bigint', 'charged_n'),
  ...columnsOf('boolean', 'late'),
  ...columnsOf('bigint', 'late_charged_n', 'cost_n', 'uncovered_n', 'ceiling_n'),
  ...columnsOf('jsonb', 'usage'),
  ...columnsOf('text', 'usage_source'),
  ...columnsOf('boolean', 'partial'),
];

/**
 * Every column that a seal digests and no other, so that a file is proved by the seals alone. The
 * process that answered for a hold (`owner`) is in no digest and not in the archive.
 */
export const LEDGER_COLUMNS: readonly RecordColumn[] = [...ENTRY, ...HOLD, ...CHARGE];
