import { BASELINE } from '@tollgate/db/migrations';

/**
 * The part of the ledger that is checked: everything, a stretch, or only what moved since a moment.
 */
export interface Scope {
  entries: string;
  /** Movements of holds that are looked at, with those outside of the scope. */
  holdEntries: string;
  holds: string;
  openHolds: string;
  wallets: string;
  grants: string;
  /** Grants that may have been drawn from since the scope begins. */
  drawnGrants: string;
  /** What grants moved, at whatever time. */
  grantEntries: string;
  /** By user: what all movements come to, or those of the scope where nothing is sealed. */
  balances: string;
  /** By user: what was available when the scope begins; no row where that is nothing. */
  openings: string;
  records: string;
  /** Requests that credit was held for. */
  accesses: string;
  /** Paid operations that wait at the batch interface of a provider. */
  sent: string;
  /**
   * The end of a subquery that is run for each row by an index, whatever the planner thinks of
   * reading the whole table; empty where everything is read anyway.
   */
  lookup: '' | 'offset 0';
}

/** The first id of a moment, in SQL. */
export const firstIdOf = (moment: string): string =>
  `cast(rpad(lpad(to_hex(cast(floor(extract(epoch from ${moment}) * 1000) as bigint)), 12, '0'), 32, '0') as uuid)`;

/**
 * The moment since which every row was written under the rules of today. Adopted databases may have
 * older rows.
 */
export const BASELINE_AT = `(select min(migration_time) from public.schema_migration
  where name = '${BASELINE}')`;

/**
 * The first id that has not left the database; before all ids where nothing has. Evaluated once in
 * a query.
 */
export const LEFT_BEFORE = `(select billing.left_before())`;

/** The years that left. */
export const LEFT_YEARS = `(select * from billing.left_year where left_at is not null)`;

/** By user and year: what the movements of years that left come to. */
export const LEFT_WALLETS = `(select w.user_id, w.available_n, w.reserved_n, w.consumed_n, w.issued_n
  from billing.left_wallet w join ${LEFT_YEARS} y on y.year = w.year)`;

/** Columns of a request record that billing's role may read. */
const RECORD = `select id, at, user_id, api_key_id, mode, outcome, attempt, charged_n, usage, usage_source,
  queue_ms, model, price_version_id, uplift_bp, receipt from requests.record`;

/** Events of requests without a hold name no operation, and so do some from before the baseline. */
const ACCESS = `select at, op_id, user_id, actor_id from audit.access_event where op_id is not null`;

/** Columns of an operation that billing's role may read. */
const SENT = `select id, user_id, api_key_id, request_id, batch_id from requests.operation
  where state = 'sent' and mode = 'live'`;

/** Something that must hold at every moment, and the query that finds what breaks it. */
export interface Invariant {
  id: string;
  invariant: string;
  /** Needs the whole history of a wallet or a hold: left to looks at everything that is open. */
  isFullOnly?: true;
  /**
   * Is so of each stretch of the ledger by itself, whatever comes before and after: a stretch is
   * sealed when all of these hold, and they are not looked at there again.
   */
  isLocal?: true;
  /** The query for a stretch, where it is not that of the whole ledger. */
  sqlOfStretch?: (scope: Scope) => string;
  /**
   * The query of a `reason` for which it cannot be looked at, such as a schema of another version;
   * no row: it can.
   */
  notCompared?: string;
  /**
   * The query of the violating rows, none when all is well. Bindings: those of `invariantBindings`.
   */
  sql: (scope: Scope) => string;
}

const SUMS = `sum(available_n) as available_n, sum(reserved_n) as reserved_n,
  sum(consumed_n) as consumed_n, sum(issued_n) as issued_n`;
const NOT_SEALED = `(select cast(null as uuid) as user_id, cast(null as bigint) as available_n where false)`;
/** Rows of years that left are in the sums of wallets already. */
const ALL_MOVED = `(
  select user_id, available_n, reserved_n, consumed_n, issued_n from billing.entry whole
  where id >= ${LEFT_BEFORE}
  union all
  select * from ${LEFT_WALLETS} gone)`;
const GRANT_ENTRIES = `(select * from billing.entry where grant_id is not null)`;

/** The whole ledger: every row, and the sums of years that left. */
export const WHOLE_BOOK: Scope = {
  entries: 'billing.entry',
  holdEntries: 'billing.entry',
  holds: 'billing.reservation',
  openHolds: `(select * from billing.reservation where state = 'held')`,
  wallets: 'billing.wallet',
  grants: 'billing.credit_grant',
  drawnGrants: 'billing.credit_grant',
  grantEntries: GRANT_ENTRIES,
  balances: `(select user_id, ${SUMS} from ${ALL_MOVED} moved group by user_id)`,
  openings: `(select user_id, sum(available_n) as available_n from ${LEFT_WALLETS} gone
    group by user_id)`,
  records: `(${RECORD})`,
  accesses: `(${ACCESS})`,
  sent: `(${SENT})`,
  lookup: '',
};

/**
 * Ids of entries begin with their time, so the primary key finds the new ones; `since` leaves out
 * the partitions of other days.
 */
const NEW_ENTRIES = `(select * from billing.entry
  where id >= cast(:from as uuid) and at >= cast(:since as timestamptz))`;

/** From when on a hold that was closed may have been the hold of an operation that still waits. */
const CLOSED_SINCE = `(cast(:since as timestamptz)
  - :given_back_grace_ms * interval '1 millisecond')`;

/** What moved since the moment `since`, whose first possible entry id is `from`. */
export const RECENT: Scope = {
  entries: NEW_ENTRIES,
  holdEntries: NEW_ENTRIES,
  holds: `(select * from billing.reservation
    where op_id in (select op_id from ${NEW_ENTRIES} moved where op_id is not null))`,
  openHolds: `(select * from billing.reservation where state = 'held'
    and user_id in (select user_id from ${NEW_ENTRIES} moved))`,
  wallets: `(select * from billing.wallet
    where user_id in (select user_id from ${NEW_ENTRIES} moved))`,
  grants: `(select * from billing.credit_grant
    where user_id in (select user_id from ${NEW_ENTRIES} moved))`,
  drawnGrants: `(select * from billing.credit_grant
    where user_id in (select user_id from ${NEW_ENTRIES} moved))`,
  grantEntries: GRANT_ENTRIES,
  balances: `(select user_id, ${SUMS} from ${NEW_ENTRIES} moved group by user_id)`,
  openings: NOT_SEALED,
  records: `(${RECORD} where at >= cast(:since as timestamptz))`,
  // Ids of events begin with their time as well: without them each look would read the whole day.
  accesses: `(${ACCESS} and id >= cast(:from as uuid) and at >= cast(:since as timestamptz))`,
  sent: `(
    ${SENT} and created_at >= cast(:since as timestamptz)
    union
    select waiting.* from (
      select distinct op_id from billing.entry
      where id >= ${firstIdOf(CLOSED_SINCE)} and at >= ${CLOSED_SINCE}
        and kind in ('settle', 'release', 'expire_hold')
    ) closed cross join lateral (${SENT} and id = closed.op_id offset 0) waiting)`,
  lookup: 'offset 0',
};

const WITHIN = (id: string): string =>
  `${id} >= cast(:from as uuid) and ${id} < cast(:upto as uuid)`;
const STRETCH_ENTRIES = `(select * from billing.entry where ${WITHIN('id')})`;
/** Operations of the stretch by their ids, and those of other times that something moved in. */
const STRETCH_HOLDS = `(
  select * from billing.reservation where ${WITHIN('op_id')}
  union all
  select strange.* from (
    select distinct op_id from ${STRETCH_ENTRIES} moved where not (${WITHIN('op_id')})
  ) other cross join lateral (
    select * from billing.reservation r where r.op_id = other.op_id offset 0
  ) strange)`;
/** How far the moments of a hold's row may be from the ids of its movements. */
const AROUND = (moment: string): string => `at_one.user_id = hold.user_id
  and at_one.op_id = hold.op_id and at_one.attempt = hold.attempt and not (${WITHIN('at_one.id')})
  and at_one.id >= ${firstIdOf(`(${moment} - interval '1 second')`)}
  and at_one.id < ${firstIdOf(`(${moment} + interval '10 seconds')`)}`;
/**
 * A hold may be created before the stretch or closed behind it. Its row says when, and by that the
 * index of the user's entries finds the movement; only a late charge has no moment in the row.
 */
const STRETCH_HOLD_ENTRIES = `(
  select * from ${STRETCH_ENTRIES} inside where op_id is not null
  union all
  select outside.* from ${STRETCH_HOLDS} hold
  left join (
    select op_id, attempt from ${STRETCH_ENTRIES} moved where kind = 'settle_late'
  ) charged on charged.op_id = hold.op_id and charged.attempt = hold.attempt
  cross join lateral (
    select at_one.* from billing.entry at_one where ${AROUND('hold.created_at')}
    union
    select at_one.* from billing.entry at_one where ${AROUND('hold.closed_at')}
    union
    select at_one.* from billing.entry at_one
    where hold.late and charged.op_id is null and at_one.kind = 'settle_late'
      and at_one.user_id = hold.user_id and at_one.op_id = hold.op_id
      and at_one.attempt = hold.attempt and not (${WITHIN('at_one.id')})
      and at_one.id >= ${firstIdOf(`hold.closed_at`)}
    offset 0
  ) outside
  where hold.late or hold.created_at < cast(:since as timestamptz) + interval '10 seconds'
    or hold.created_at > cast(:until as timestamptz) - interval '10 seconds'
    or hold.closed_at > cast(:until as timestamptz) - interval '10 seconds')`;

/**
 * Everything between two ids, from the newest seal on: what is open of the ledger with `upto` at
 * the end of time, or what is to be sealed next. Wallets and grants are as they are now.
 */
export const STRETCH: Scope = {
  ...WHOLE_BOOK,
  entries: STRETCH_ENTRIES,
  holdEntries: STRETCH_HOLD_ENTRIES,
  holds: STRETCH_HOLDS,
  drawnGrants: `(
    select * from billing.credit_grant given where remaining_n > 0 or exists (
      select from billing.grant_day d
      where d.grant_id = given.id and d.day >= cast(:since_day as date) offset 0))`,
  balances: `(
    select user_id, ${SUMS} from (
      select user_id, available_n, reserved_n, consumed_n, issued_n from billing.sealed_wallet
      union all
      select user_id, available_n, reserved_n, consumed_n, issued_n from ${STRETCH_ENTRIES} moved
    ) parts group by user_id)`,
  openings: 'billing.sealed_wallet',
  records: `(${RECORD} where at >= cast(:since as timestamptz) - interval '1 hour'
    and at < cast(:until as timestamptz) + interval '1 hour')`,
  accesses: `(${ACCESS} and id >= cast(:early as uuid) and at >= cast(:since as timestamptz)
    and at < cast(:until as timestamptz))`,
  lookup: 'offset 0',
};
