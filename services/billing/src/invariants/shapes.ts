import type { Invariant } from './scope.ts';

/** What each kind of movement moves, beside adding up to zero and naming its cause. */
const MOVES = `case kind
  when 'grant' then available_n > 0 and issued_n = -available_n
  when 'revoke' then available_n < 0 and issued_n = -available_n
  when 'expire_grant' then available_n < 0 and issued_n = -available_n
  when 'reserve' then reserved_n >= 0 and available_n = -reserved_n
  when 'settle' then consumed_n >= 0 and reserved_n <= 0 and issued_n = 0
  when 'settle_late' then consumed_n >= 0 and available_n = -consumed_n
  when 'release' then reserved_n <= 0 and available_n = -reserved_n
  when 'expire_hold' then reserved_n <= 0 and available_n = -reserved_n
  else false end`;

/** Conditions that every hold meets, in any state; null counts as true, as in a check. */
const RULES: readonly string[] = [
  'attempt > 0',
  `state in ('held', 'settled', 'released', 'expired')`,
  'least(cost_n, ceiling_n) >= 0',
  'uplift_bp between 0 and 1000000',
  `usage_source in ('provider', 'counted', 'estimated')`,
  `not late or state = 'expired'`,
  '(cost_n is null) = (usage is null) and (cost_n is null) = (usage_source is null)',
];

/**
 * Rules for single rows. They are no checks of their tables, because PostgreSQL reads the text of
 * every check in each statement that writes; the functions of the ledger keep them.
 */
export const SHAPE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I45',
    isLocal: true,
    invariant: 'Every movement is of a known kind and moves what its kind moves',
    sql: (IN) => `select id, kind from ${IN.entries} e where not (${MOVES})`,
  },
  {
    id: 'I46',
    isLocal: true,
    invariant: 'Every hold has a state, and the parts that its state has',
    sql: (IN) => `select op_id, attempt, state from ${IN.holds} r
      where ${RULES.map((rule) => `(${rule}) is false`).join(' or ')}`,
  },
];
