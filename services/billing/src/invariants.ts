/** What of the book is looked at: everything, or only what moved since a moment. */
export interface Scope {
  entries: string;
  holds: string;
  openHolds: string;
  wallets: string;
  grants: string;
  records: string;
}

/** Columns of a request record that billing's role may read. */
const RECORD =
  'select id, at, user_id, mode, charged_n, queue_ms, price_version_id from requests.record';

/** Something that must hold at every moment, and the query that finds what breaks it. */
export interface Invariant {
  id: string;
  invariant: string;
  /** Needs the whole history of a wallet or a hold: left to the full run. */
  isFullOnly?: true;
  /** The query of the violating rows, none when all is well. Bindings: `since`, `from`, `end_grace_ms`, `owner_grace_ms`, `record_grace_ms`. */
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
};

/** Older request records may have been purged. A call whose record was made just before the span is left out. */
const RECORDS_COMPARED = `interval '4 days'`;

/** What a hold's usage is worth under the price version and uplift that it recorded; null where something has no price. */
const worthOf = ({ holds }: Scope): string => `
  select r.op_id, r.attempt, r.amount_n, r.cost_n, r.uplift_bp,
    receipt.worth_n
  from ${holds} r
  left join catalog.price_version p on p.id = r.price_version_id
  cross join lateral catalog.rated(r.usage, p.prices, r.uplift_bp) receipt
  where r.usage is not null`;

/** Every invariant that data can show. `tests/tidy/invariants.test.ts` names the places of the others. */
export const INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    invariant: 'Every movement adds up to zero',
    sql: (IN) => `select id, kind from ${IN.entries} e
      where available_n + reserved_n + consumed_n + issued_n <> 0`,
  },
  {
    id: 'I2',
    invariant: 'The whole book adds up to zero',
    sql: (IN) => `select sum(available_n + reserved_n + consumed_n + issued_n) as difference
      from ${IN.entries} e
      having sum(available_n + reserved_n + consumed_n + issued_n) <> 0`,
  },
  {
    id: 'I3',
    isFullOnly: true,
    invariant: 'Each wallet is the sum of its entries, account by account',
    sql: (IN) => `select user_id, w.available_n, e.available_n as entries_n
      from ${IN.wallets} w
      full join (
        select user_id, sum(available_n) as available_n, sum(reserved_n) as reserved_n,
          sum(consumed_n) as consumed_n, sum(issued_n) as issued_n
        from ${IN.entries} moved group by user_id
      ) e using (user_id)
      where coalesce(w.available_n, 0) <> coalesce(e.available_n, 0)
        or coalesce(w.reserved_n, 0) <> coalesce(e.reserved_n, 0)
        or coalesce(w.consumed_n, 0) <> coalesce(e.consumed_n, 0)
        or coalesce(w.granted_n - w.revoked_n - w.expired_n, 0) <> -coalesce(e.issued_n, 0)`,
  },
  {
    id: 'I4',
    invariant: 'No account of a wallet is below zero',
    sql: (IN) => `select user_id from ${IN.wallets} w
      where least(granted_n, available_n, reserved_n, consumed_n, revoked_n, expired_n) < 0`,
  },
  {
    id: 'I5',
    invariant: 'Granted is available, reserved, consumed, revoked and expired together',
    sql: (IN) => `select user_id from ${IN.wallets} w
      left join (
        select user_id, sum(amount_n) as granted_n, sum(consumed_n) as consumed_n,
          sum(revoked_n) as revoked_n, sum(expired_n) as expired_n
        from ${IN.grants} given group by user_id
      ) g using (user_id)
      where w.granted_n <> w.available_n + w.reserved_n + w.consumed_n + w.revoked_n + w.expired_n
        or (w.granted_n, w.consumed_n, w.revoked_n, w.expired_n)
          <> (coalesce(g.granted_n, 0), coalesce(g.consumed_n, 0), coalesce(g.revoked_n, 0),
            coalesce(g.expired_n, 0))`,
  },
  {
    id: 'I6',
    invariant: 'What is reserved is the sum of the open holds',
    sql: (IN) => `select user_id, w.reserved_n, h.amount_n as holds_n from ${IN.wallets} w
      full join (
        select user_id, sum(amount_n) as amount_n from ${IN.openHolds} held
        group by user_id
      ) h using (user_id)
      where coalesce(w.reserved_n, 0) <> coalesce(h.amount_n, 0)`,
  },
  {
    id: 'I7',
    isFullOnly: true,
    invariant: 'A hold is placed once and closed at most once, by the movement of its state',
    sql: (IN) => `select op_id, attempt, r.state from ${IN.holds} r
      full join (
        select op_id, attempt,
          count(*) filter (where kind = 'reserve') as placed,
          count(*) filter (where kind in ('settle', 'release', 'expire_hold')) as closed,
          count(*) filter (where kind = 'settle_late') as late,
          max(kind) filter (where kind in ('settle', 'release', 'expire_hold')) as closing_kind,
          sum(reserved_n) as open_n, sum(reserved_n) filter (where kind = 'reserve') as amount_n,
          sum(consumed_n) as consumed_n
        from ${IN.entries} moved where op_id is not null
        group by op_id, attempt
      ) e using (op_id, attempt)
      where r.op_id is null or e.op_id is null or e.placed <> 1 or e.amount_n <> r.amount_n
        or e.late <> cast(r.late as int)
        or e.consumed_n <> coalesce(r.charged_n, r.late_charged_n, 0)
        or case r.state
          when 'held' then e.closed <> 0
          else e.closed <> 1 or e.open_n <> 0 or e.closing_kind <> case r.state
            when 'settled' then 'settle' when 'released' then 'release' else 'expire_hold' end
        end`,
  },
  {
    id: 'I8',
    invariant: 'Nobody pays above the hold, and what is worth more is in the memo book',
    sql: (IN) => `select r.op_id, r.attempt from ${IN.holds} r
      left join billing.provider_cost p using (op_id, attempt)
      where coalesce(r.charged_n, r.late_charged_n, 0) not between 0 and r.amount_n
        or coalesce(r.uncovered_n, 0) <> coalesce(p.uncovered_n, 0)
        or r.cost_n <> coalesce(r.charged_n, r.late_charged_n) + r.uncovered_n`,
  },
  {
    id: 'I9',
    invariant: 'An operation has one open hold at most',
    sql: () => `select op_id from billing.reservation where state = 'held'
      group by op_id having count(*) > 1`,
  },
  {
    id: 'I10',
    invariant: 'An operation is charged once at most',
    sql: (IN) => `select op_id from ${IN.holds} hold
      where (charged_n > 0 or late_charged_n > 0)
      group by op_id having count(*) > 1`,
  },
  {
    id: 'I11',
    invariant: 'Entries can only be added: nobody may change or delete them',
    sql: () => `with book as (
        select c.oid, c.relname, c.relowner, c.relacl from pg_class c
        where c.relnamespace = (select oid from pg_namespace where nspname = 'billing')
          and c.relkind in ('r', 'p') and c.relname ~ '^(entry|reservation|provider_cost)'
      )
      select b.relname, cast(a.grantee as text) as grantee, a.privilege_type
      from book b cross join lateral aclexplode(b.relacl) a
      where a.grantee <> b.relowner and a.privilege_type <> 'SELECT'
      union all
      select b.relname, 'owner', 'no trigger keeps the rows' from book b
      where not exists (
        select 1 from pg_trigger t
        where t.tgrelid = b.oid and t.tgenabled in ('O', 'A')
          and t.tgname in ('entry_append_only', 'reservation_kept', 'provider_cost_append_only'))`,
  },
  {
    id: 'I12',
    invariant: 'Every charge can be worked out again from its usage, price version and uplift',
    sql: (IN) => `select op_id, attempt, cost_n, worth_n from (${worthOf(IN)}) receipt
      where worth_n is null or least(cost_n, amount_n) <> least(worth_n, amount_n)`,
  },
  {
    id: 'I13',
    invariant: 'Nothing is sent to a provider without a hold',
    sql: (IN) => `select q.id as op_id, q.user_id from ${IN.records} q
      where q.queue_ms is not null and q.price_version_id is not null
        and not exists (select from billing.reservation r where r.op_id = q.id)
      union all
      select o.id, o.user_id from requests.operation o
      where o.dispatches > 0 and o.mode = 'live' and o.created_at >= cast(:since as timestamptz)
        and not exists (select from billing.reservation r where r.op_id = o.id)`,
  },
  {
    id: 'I15',
    invariant: 'No hold is open beyond its end or its lost owner',
    sql: () => `select r.op_id, r.attempt, r.expires_at from billing.reservation r
      left join billing.process p on p.id = r.owner
      where r.state = 'held' and (
        r.expires_at < clock_timestamp() - :end_grace_ms * interval '1 millisecond'
        or r.owner is not null
          and greatest(r.created_at, p.seen_at)
            < clock_timestamp() - :owner_grace_ms * interval '1 millisecond')`,
  },
  {
    id: 'I16',
    invariant: 'What was consumed stays consumed',
    sql: (IN) => `select id, kind from ${IN.entries} e where consumed_n < 0`,
  },
  {
    id: 'I17',
    invariant: 'The rest of all grants is what is available and reserved',
    sql: (IN) => `select user_id, w.available_n + w.reserved_n as wallet_n, g.remaining_n
      from ${IN.wallets} w
      full join (
        select user_id, sum(remaining_n) as remaining_n, min(remaining_n) as least_n
        from ${IN.grants} given group by user_id
      ) g using (user_id)
      where coalesce(w.available_n + w.reserved_n, 0) <> coalesce(g.remaining_n, 0)
        or g.least_n < 0`,
  },
  {
    id: 'I18',
    isFullOnly: true,
    invariant: 'Request records and the ledger tell the same charges, by user and day',
    sql: (IN) => `with told as (
        select coalesce(h.user_id, q.user_id) as user_id,
          date_trunc('day', coalesce(h.at, q.at), 'UTC') as day,
          coalesce(h.charged_n, 0) as ledger_n, coalesce(q.charged_n, 0) as records_n
        from (
          select op_id, min(user_id::text)::uuid as user_id, max(closed_at) as at,
            sum(coalesce(charged_n, late_charged_n, 0)) as charged_n
          from ${IN.holds} hold
          where created_at >= clock_timestamp() - ${RECORDS_COMPARED} group by op_id
        ) h
        full join (
          select id as op_id, min(user_id::text)::uuid as user_id, max(at) as at,
            sum(charged_n) as charged_n
          from ${IN.records} record
          where at >= clock_timestamp() - ${RECORDS_COMPARED} group by id
        ) q using (op_id)
        where coalesce(h.charged_n, 0) <> coalesce(q.charged_n, 0)
          and coalesce(h.at, q.at)
            < clock_timestamp() - :record_grace_ms * interval '1 millisecond'
          and coalesce(h.at, q.at) >= clock_timestamp() - ${RECORDS_COMPARED} / 2
      )
      select user_id, day, sum(ledger_n) as ledger_n, sum(records_n) as records_n, count(*) as calls
      from told group by user_id, day`,
  },
  {
    id: 'I19',
    invariant: 'Nobody but billing can reach the book: no purge can touch it',
    sql: () => `select c.relname, cast(a.grantee as text) as grantee, a.privilege_type
      from pg_class c cross join lateral aclexplode(c.relacl) a
      where c.relnamespace = (select oid from pg_namespace where nspname = 'billing')
        and a.grantee <> c.relowner
        and a.grantee <> (select oid from pg_roles where rolname = 'tollgate_billing')`,
  },
];
