/** What of the book is looked at: everything, or only what moved since a moment. */
export interface Scope {
  entries: string;
  holds: string;
  openHolds: string;
  wallets: string;
  grants: string;
  records: string;
  /** Requests that credit was held for. */
  accesses: string;
}

/** Columns of a request record that billing's role may read. */
const RECORD = `select id, at, user_id, api_key_id, mode, outcome, attempt, charged_n, usage, usage_source,
  queue_ms, model, price_version_id, uplift_bp, receipt from requests.record`;

/** Events of the release before name no operation. */
const ACCESS = `select at, op_id, user_id, actor_id from audit.access_event where op_id is not null`;

/** Something that must hold at every moment, and the query that finds what breaks it. */
export interface Invariant {
  id: string;
  invariant: string;
  /** Needs the whole history of a wallet or a hold: left to the full run. */
  isFullOnly?: true;
  /** The query of a `reason` for which it cannot be looked at, such as a schema of another version; no row: it can. */
  notCompared?: string;
  /** The query of the violating rows, none when all is well. Bindings: those of `invariantBindings`. */
  sql: (scope: Scope) => string;
}

/** The whole book. */
export const WHOLE_BOOK: Scope = {
  entries: 'billing.entry',
  holds: 'billing.reservation',
  openHolds: `(select * from billing.reservation where state = 'held')`,
  wallets: 'billing.wallet',
  grants: 'billing.credit_grant',
  records: `(${RECORD})`,
  accesses: `(${ACCESS})`,
};

/** Ids of entries begin with their time, so the primary key finds the new ones; `since` leaves out the partitions of other days. */
const NEW_ENTRIES = `(select * from billing.entry
  where id >= cast(:from as uuid) and at >= cast(:since as timestamptz))`;

/** What moved since the moment `since`, whose first possible entry id is `from`. */
export const RECENT: Scope = {
  entries: NEW_ENTRIES,
  holds: `(select * from billing.reservation
    where op_id in (select op_id from ${NEW_ENTRIES} moved where op_id is not null))`,
  openHolds: `(select * from billing.reservation where state = 'held'
    and user_id in (select user_id from ${NEW_ENTRIES} moved))`,
  wallets: `(select * from billing.wallet
    where user_id in (select user_id from ${NEW_ENTRIES} moved))`,
  grants: `(select * from billing.credit_grant
    where user_id in (select user_id from ${NEW_ENTRIES} moved))`,
  records: `(${RECORD} where at >= cast(:since as timestamptz))`,
  // Ids of events begin with their time as well: without them each look would read the whole day.
  accesses: `(${ACCESS} and id >= cast(:from as uuid) and at >= cast(:since as timestamptz))`,
};
