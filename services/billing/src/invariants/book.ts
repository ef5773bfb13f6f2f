import { NANO_PER_CREDIT } from '@tollgate/money/credits';
import type { Invariant, Scope } from './scope.ts';

/** Every day of every grant, and what was added up of the days that are over. */
const notedOnAllDays = (IN: Scope): string => `
  select g.id as grant_id, g.user_id, g.consumed_n, noted.consumed_n as noted_n
  from ${IN.drawnGrants} g
  left join billing.sealed_day k on k.grant_id = g.id
  cross join lateral (
    select coalesce(sum(d.consumed_n), 0) as consumed_n,
      coalesce(sum(d.consumed_n) filter (where d.day < k.next_day), 0) as sealed_n
    from billing.grant_day d where d.grant_id = g.id
  ) noted
  where g.consumed_n <> noted.consumed_n or coalesce(k.consumed_n, 0) <> noted.sealed_n
  union all
  select k.grant_id, null, k.consumed_n, 0 from billing.sealed_day k
  where not exists (select from billing.credit_grant g where g.id = k.grant_id)`;

/** Days that are over were added up once; of the others a grant has few. */
const notedSinceSealed = (IN: Scope): string => `
  select g.id as grant_id, g.user_id, g.consumed_n, noted.consumed_n as noted_n
  from ${IN.drawnGrants} g
  left join billing.sealed_day k on k.grant_id = g.id
  cross join lateral (
    select coalesce(k.consumed_n, 0) + coalesce(sum(d.consumed_n), 0) as consumed_n
    from billing.grant_day d
    where d.grant_id = g.id and d.day >= coalesce(k.next_day, '-infinity') offset 0
  ) noted
  where g.consumed_n <> noted.consumed_n`;

/** Entries, wallets and grants among each other. */
export const BOOK_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    isLocal: true,
    invariant: 'Every movement adds up to zero',
    sql: (IN) => `select id, kind from ${IN.entries} e
      where available_n + reserved_n + consumed_n + issued_n <> 0`,
  },
  {
    id: 'I2',
    isLocal: true,
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
      full join ${IN.balances} e using (user_id)
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
    id: 'I16',
    isLocal: true,
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
    id: 'I27',
    isFullOnly: true,
    invariant: 'Every grant and every revocation has its audit event',
    sql: (IN) => `with kept as (
        select coalesce(max(anchor_at), '-infinity') as since,
          clock_timestamp() - :trail_grace_ms * interval '1 millisecond' as until
        from audit.chain
      )
      select g.id as grant_id, g.user_id, 'grant' as kind, g.amount_n
      from ${IN.grants} g cross join kept
      where g.created_at > kept.since and g.created_at < kept.until
        and not exists (
          select from audit.event v
          where v.target_id = g.id and v.action = 'credit_grant.create' and v.user_id = g.user_id
            and cast(v.details ->> 'amount' as numeric) * ${NANO_PER_CREDIT} = g.amount_n
            and cast(v.details ->> 'expires_at' as timestamptz) is not distinct from g.expires_at)
        and not exists (
          select from audit.event v
          where v.target_id = g.user_id and v.action = 'credit_grant.create_order'
            and v.details ->> 'idempotency_key' = g.idempotency_key
            and v.details ->> 'granted_by' = g.created_by
            and cast(v.details ->> 'amount' as numeric) * ${NANO_PER_CREDIT} = g.amount_n
            and cast(v.details ->> 'expires_at' as timestamptz) is not distinct from g.expires_at)
      union all
      select grant_id, user_id, 'revoke', taken_n
      from (
        select e.grant_id, e.user_id, sum(e.issued_n) as taken_n
        from ${IN.grantEntries} e cross join kept
        where e.kind = 'revoke' and e.at > kept.since and e.at < kept.until
        group by e.grant_id, e.user_id
      ) taken
      where taken_n > (
        select coalesce(sum(told.allowed_n), 0)
        from (
          select case
            when bool_or(v.action = 'credit_grant.revoke')
              then sum(cast(v.details ->> 'revoked' as numeric)) * ${NANO_PER_CREDIT}
            when bool_or(v.action = 'credit_grant.revoke_refused') then 0
            else coalesce(max(cast(v.details ->> 'amount' as numeric)) * ${NANO_PER_CREDIT}, taken_n)
          end as allowed_n
          from audit.event v
          where v.target_id = taken.grant_id and v.action in
            ('credit_grant.revoke', 'credit_grant.revoke_order', 'credit_grant.revoke_refused')
          group by v.details ->> 'order'
        ) told)`,
  },
  {
    id: 'I29',
    invariant: 'What was consumed of a grant is what its days have noted',
    sql: (IN) => (IN.lookup === '' ? notedOnAllDays(IN) : notedSinceSealed(IN)),
  },
];
