/** Something that must hold at every moment, and the query that finds what breaks it. */
export interface Invariant {
  id: string;
  invariant: string;
  /** Gives the violating rows, none when all is well. Bindings: `since`, `end_grace_ms`, `owner_grace_ms`. */
  sql: string;
}

/** Wallets that moved since `since`; every one there is when that is `-infinity`. */
const touched = (column: string): string => `(cast(:since as timestamptz) = '-infinity' or ${column}
  in (select user_id from billing.entry where at >= cast(:since as timestamptz)))`;

/** What a hold's usage is worth under the price version and uplift that it recorded; null where something has no price. */
const WORTH = `
  select r.op_id, r.attempt, r.amount_n, r.cost_n, r.uplift_bp,
    (select case when bool_or(u.value <> '0' and p.prices ->> u.key is null) then null else
       ceil(coalesce(sum(cast(u.value as numeric) * cast(p.prices ->> u.key as numeric)), 0)
         * (10000 + r.uplift_bp) / 10000000) end
     from jsonb_each_text(r.usage) u) as worth_n
  from billing.reservation r
  left join catalog.price_version p on p.id = r.price_version_id
  where r.usage is not null and ${touched('r.user_id')}`;

/** The invariants of the ledger alone. Their numbers are those of the whole system, of which some concern other tables. */
export const INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    invariant: 'Every movement adds up to zero',
    sql: `select id, kind from billing.entry
      where at >= cast(:since as timestamptz)
        and available_n + reserved_n + consumed_n + issued_n <> 0`,
  },
  {
    id: 'I2',
    invariant: 'The whole book adds up to zero',
    sql: `select sum(available_n + reserved_n + consumed_n + issued_n) as difference
      from billing.entry where at >= cast(:since as timestamptz)
      having sum(available_n + reserved_n + consumed_n + issued_n) <> 0`,
  },
  {
    id: 'I3',
    invariant: 'Each wallet is the sum of its entries, account by account',
    sql: `select user_id, w.available_n, e.available_n as entries_n
      from (select * from billing.wallet where ${touched('user_id')}) w
      full join (
        select user_id, sum(available_n) as available_n, sum(reserved_n) as reserved_n,
          sum(consumed_n) as consumed_n, sum(issued_n) as issued_n
        from billing.entry where ${touched('user_id')} group by user_id
      ) e using (user_id)
      where coalesce(w.available_n, 0) <> coalesce(e.available_n, 0)
        or coalesce(w.reserved_n, 0) <> coalesce(e.reserved_n, 0)
        or coalesce(w.consumed_n, 0) <> coalesce(e.consumed_n, 0)
        or coalesce(w.granted_n - w.revoked_n - w.expired_n, 0) <> -coalesce(e.issued_n, 0)`,
  },
  {
    id: 'I4',
    invariant: 'No account of a wallet is below zero',
    sql: `select user_id from billing.wallet
      where least(granted_n, available_n, reserved_n, consumed_n, revoked_n, expired_n) < 0`,
  },
  {
    id: 'I5',
    invariant: 'Granted is available, reserved, consumed, revoked and expired together',
    sql: `select user_id from billing.wallet w
      left join (
        select user_id, sum(amount_n) as granted_n, sum(consumed_n) as consumed_n,
          sum(revoked_n) as revoked_n, sum(expired_n) as expired_n
        from billing.credit_grant group by user_id
      ) g using (user_id)
      where w.granted_n <> w.available_n + w.reserved_n + w.consumed_n + w.revoked_n + w.expired_n
        or (w.granted_n, w.consumed_n, w.revoked_n, w.expired_n)
          <> (coalesce(g.granted_n, 0), coalesce(g.consumed_n, 0), coalesce(g.revoked_n, 0),
            coalesce(g.expired_n, 0))`,
  },
  {
    id: 'I6',
    invariant: 'What is reserved is the sum of the open holds',
    sql: `select user_id, w.reserved_n, h.amount_n as holds_n from billing.wallet w
      full join (
        select user_id, sum(amount_n) as amount_n from billing.reservation
        where state = 'held' group by user_id
      ) h using (user_id)
      where coalesce(w.reserved_n, 0) <> coalesce(h.amount_n, 0)`,
  },
  {
    id: 'I7',
    invariant: 'A hold is placed once and closed at most once, by the movement of its state',
    sql: `select op_id, attempt, r.state from (
        select * from billing.reservation where ${touched('user_id')}
      ) r
      full join (
        select op_id, attempt,
          count(*) filter (where kind = 'reserve') as placed,
          count(*) filter (where kind in ('settle', 'release', 'expire_hold')) as closed,
          count(*) filter (where kind = 'settle_late') as late,
          max(kind) filter (where kind in ('settle', 'release', 'expire_hold')) as closing_kind,
          sum(reserved_n) as open_n, sum(reserved_n) filter (where kind = 'reserve') as amount_n,
          sum(consumed_n) as consumed_n
        from billing.entry where op_id is not null and ${touched('user_id')}
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
    sql: `select r.op_id, r.attempt from billing.reservation r
      left join billing.provider_cost p using (op_id, attempt)
      where ${touched('r.user_id')} and (
        coalesce(r.charged_n, r.late_charged_n, 0) not between 0 and r.amount_n
        or coalesce(r.uncovered_n, 0) <> coalesce(p.uncovered_n, 0)
        or r.cost_n <> coalesce(r.charged_n, r.late_charged_n) + r.uncovered_n)`,
  },
  {
    id: 'I9',
    invariant: 'An operation has one open hold at most',
    sql: `select op_id from billing.reservation where state = 'held'
      group by op_id having count(*) > 1`,
  },
  {
    id: 'I10',
    invariant: 'An operation is charged once at most',
    sql: `select op_id from billing.reservation
      where (charged_n > 0 or late_charged_n > 0) and ${touched('user_id')}
      group by op_id having count(*) > 1`,
  },
  {
    id: 'I11',
    invariant: 'Entries can only be added: nobody may change or delete them',
    sql: `with book as (
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
    sql: `select op_id, attempt, cost_n, worth_n from (${WORTH}) receipt
      where worth_n is null or least(cost_n, amount_n) <> least(worth_n, amount_n)`,
  },
  {
    id: 'I15',
    invariant: 'No hold is open beyond its end or its lost owner',
    sql: `select r.op_id, r.attempt, r.expires_at from billing.reservation r
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
    sql: `select id, kind from billing.entry
      where at >= cast(:since as timestamptz) and consumed_n < 0`,
  },
  {
    id: 'I17',
    invariant: 'The rest of all grants is what is available and reserved',
    sql: `select user_id, w.available_n + w.reserved_n as wallet_n, g.remaining_n
      from billing.wallet w
      full join (
        select user_id, sum(remaining_n) as remaining_n, min(remaining_n) as least_n
        from billing.credit_grant group by user_id
      ) g using (user_id)
      where coalesce(w.available_n + w.reserved_n, 0) <> coalesce(g.remaining_n, 0)
        or g.least_n < 0`,
  },
];
