import { BASELINE_AT, firstIdOf, LEFT_BEFORE, LEFT_WALLETS, LEFT_YEARS } from './scope.ts';
import type { Invariant, Scope } from './scope.ts';

/** A charge is noted under the day that its statement ends in. */
const NOTED_WITHIN = `interval '1 minute'`;

/**
 * What was consumed until a moment is what is consumed now without what came since: seals have it
 * for grants of sealed stretches.
 */
const drawnInOrder = (IN: Scope): string => `with spent as (
        select user_id, consumed_n from ${IN.balances} b
      ), moment as (
        select g.id, g.user_id, g.created_at, g.expires_at, g.remaining_n + g.expired_n as left_n,
          g.consumed_n,
          coalesce(s.before_n, spent.consumed_n - given.with_it_n) as before_n,
          coalesce(s.given_n, spent.consumed_n - given.behind_n) as given_n,
          coalesce(s.ended_n, spent.consumed_n - ended.with_it_n) as ended_n
        from ${IN.grants} g join spent on spent.user_id = g.user_id
        left join billing.sealed_grant s on s.grant_id = g.id
        cross join lateral (
          select coalesce(sum(e.consumed_n) filter (where e.at >= g.created_at), 0) as with_it_n,
            coalesce(sum(e.consumed_n) filter (where e.at > g.created_at), 0) as behind_n
          from billing.entry e
          where s.grant_id is null and e.user_id = g.user_id
            and e.id >= ${firstIdOf('g.created_at')} offset 0
        ) given
        cross join lateral (
          select coalesce(sum(e.consumed_n) filter (where e.at >= g.expires_at), 0) as with_it_n
          from billing.entry e
          where s.ended_n is null and g.remaining_n + g.expired_n > 0 and e.user_id = g.user_id
            and e.id >= ${firstIdOf('g.expires_at')} offset 0
        ) ended
      ), given as (
        select m.*, sum(consumed_n) over ahead as paid_n, min(before_n) over ahead as first_n
        from moment m
        window ahead as (partition by user_id order by expires_at nulls last, created_at, id)
      )
      select g.user_id, g.id as grant_id, cast(null as date) as day, g.paid_n
      from given g join spent using (user_id)
      where g.paid_n > spent.consumed_n - g.first_n
        or g.left_n > 0 and g.created_at > ${BASELINE_AT} and g.paid_n < g.ended_n - g.given_n`;

/** Days are added up from today back to the first open one. */
const notedUnderDays = (IN: Scope): string => `select user_id, null, day, noted_n
      from (
        select one.user_id, day, coalesce(all_days.consumed_n, 0) - coalesce(sum(noted_n) over later, 0)
            as noted_n,
          spent.consumed_n - coalesce(sum(moved_n) over later, 0) as moved_n,
          spent.consumed_n - coalesce(sum(moved_n) over later, 0) - late_n as least_n
        from (
          select user_id, day, sum(noted_n) as noted_n, sum(moved_n) as moved_n, sum(late_n) as late_n
          from (
            select g.user_id, d.day, d.consumed_n as noted_n, 0 as moved_n, 0 as late_n
            from ${IN.drawnGrants} g cross join lateral (
              select day, consumed_n from billing.grant_day d
              where d.grant_id = g.id and d.day >= cast(:since_day as date) offset 0
            ) d
            union all
            select user_id, cast(at at time zone 'UTC' as date), 0, consumed_n,
              case when cast(at at time zone 'UTC' as date)
                <> cast((at + ${NOTED_WITHIN}) at time zone 'UTC' as date) then consumed_n else 0 end
            from ${IN.entries} e where consumed_n <> 0
          ) both_sides group by user_id, day
        ) one
        join spent on spent.user_id = one.user_id
        left join (
          select user_id, sum(consumed_n) as consumed_n from ${IN.grants} g group by user_id
        ) all_days on all_days.user_id = one.user_id
        window later as (partition by one.user_id order by day desc
          rows between unbounded preceding and 1 preceding)
      ) told
      where noted_n > moved_n
        or noted_n < least_n and day >= cast(${BASELINE_AT} at time zone 'UTC' as date)`;

/** Since when every consumption is a row: before that moment years have left. */
const WHOLE_SINCE = `(
  select coalesce(max(billing.whole_since(y)), '-infinity') as at,
    coalesce(max(billing.moment_of(next_id) at time zone 'UTC')::date - 1, '-infinity') as last_day
  from ${LEFT_YEARS} y)`;

/** By user: what was consumed in years that left, without the rows that are still there. */
const CONSUMED_AWAY = (IN: Scope): string => `(
  select user_id, sum(consumed_n) as consumed_n from (
    select user_id, consumed_n from ${LEFT_WALLETS} gone
    union all
    select user_id, -consumed_n from ${IN.entries} kept
    where consumed_n <> 0 and id < ${LEFT_BEFORE}
  ) parts group by user_id)`;

/**
 * Grants in their order: while one of them has something left, it and those ahead of it pay for
 * everything; none of them pays for what was charged before the first of them was given. Sums over
 * the order show that without playing each charge again. What had been consumed at moments of years
 * that left is what their seals noted, which was proved when they left.
 */
const drawnInAll = (IN: Scope): string => `with moment as (
        select user_id, at, consumed_n, cast(null as text) as mark, cast(null as uuid) as id
        from ${IN.entries} e where consumed_n <> 0
        union all select user_id, '-infinity', consumed_n, null, null from ${CONSUMED_AWAY(IN)} away
        union all select user_id, created_at, 0, 'given', id from ${IN.grants} g
        union all select user_id, expires_at, 0, 'ended', id from ${IN.grants} g
          where expires_at is not null
      ), reached as (
        select user_id, id, mark, sum(consumed_n) over (partition by user_id order by at) as until_n,
          sum(consumed_n) over (partition by user_id, at) as at_once_n
        from moment
      ), sums as (
        select id, max(until_n) filter (where mark = 'given') as given_n,
          max(until_n - at_once_n) filter (where mark = 'given') as before_n,
          max(until_n - at_once_n) filter (where mark = 'ended') as ended_n
        from reached where id is not null group by id
      ), spent as (
        select user_id, sum(consumed_n) as consumed_n from moment group by user_id
      ), known as (
        select g.id, g.user_id, g.created_at, g.expires_at, g.consumed_n,
          g.remaining_n + g.expired_n as left_n,
          case when g.created_at < whole.at then k.before_n else s.before_n end as before_n,
          case when g.created_at < whole.at then k.given_n else s.given_n end as given_n,
          case when g.expires_at < whole.at then k.ended_n else s.ended_n end as ended_n
        from ${IN.grants} g join sums s on s.id = g.id cross join ${WHOLE_SINCE} whole
        left join billing.sealed_grant k on k.grant_id = g.id
      ), given as (
        select k.*, sum(consumed_n) over ahead as paid_n, min(before_n) over ahead as first_n
        from known k
        window ahead as (partition by user_id order by expires_at nulls last, created_at, id)
      )
      select g.user_id, g.id as grant_id, cast(null as date) as day, g.paid_n
      from given g join spent using (user_id)
      where g.paid_n > spent.consumed_n - g.first_n
        or g.left_n > 0 and g.created_at > ${BASELINE_AT}
          and g.paid_n < coalesce(g.ended_n, spent.consumed_n) - g.given_n`;

/** Days are added up from the first one; those of years that left are one day, their last. */
const notedInAll = (IN: Scope): string => `select user_id, null, day, noted_n
      from (
        select user_id, day, sum(noted_n) over upto as noted_n, sum(moved_n) over upto as moved_n,
          sum(moved_n) over upto - late_n as least_n
        from (
          select user_id, greatest(day, whole.last_day) as day, sum(noted_n) as noted_n,
            sum(moved_n) as moved_n, sum(late_n) as late_n
          from (
            select g.user_id, d.day, d.consumed_n as noted_n, 0 as moved_n, 0 as late_n
            from billing.grant_day d join ${IN.grants} g on g.id = d.grant_id
            union all
            select user_id, cast('-infinity' as date), 0, consumed_n, 0
            from ${CONSUMED_AWAY(IN)} away
            union all
            select user_id, cast(e.at at time zone 'UTC' as date), 0, consumed_n,
              case when e.at >= since.at and cast(e.at at time zone 'UTC' as date)
                <> cast((e.at + ${NOTED_WITHIN}) at time zone 'UTC' as date) then consumed_n else 0 end
            from ${IN.entries} e cross join ${WHOLE_SINCE} since where consumed_n <> 0
          ) both_sides cross join ${WHOLE_SINCE} whole group by user_id, greatest(day, whole.last_day)
        ) days window upto as (partition by user_id order by day)
      ) told
      where noted_n > moved_n
        or noted_n < least_n and day >= cast(${BASELINE_AT} at time zone 'UTC' as date)`;

/** Grants against the entries that moved them. */
export const GRANT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I35',
    isLocal: true,
    invariant: 'Credit expires with the end of its grant, and never before',
    sql: (IN) => `select e.id, e.grant_id, e.user_id, e.at, g.expires_at
      from ${IN.entries} e left join billing.credit_grant g on g.id = e.grant_id
      where e.kind = 'expire_grant' and (g.expires_at is null or e.at < g.expires_at)`,
  },
  {
    id: 'I42',
    isFullOnly: true,
    invariant: 'Each grant is the sum of its entries, given, revoked and expired, of its own user',
    sql: (
      IN,
    ) => `select coalesce(g.id, e.grant_id) as grant_id, coalesce(g.user_id, e.user_id) as user_id,
        g.amount_n, e.given_n
      from ${IN.grants} g
      full join (
        select grant_id, user_id, min(at) filter (where kind = 'grant') as given_at,
          sum(available_n) filter (where kind = 'grant') as given_n,
          coalesce(sum(issued_n) filter (where kind = 'revoke'), 0) as revoked_n,
          coalesce(sum(issued_n) filter (where kind = 'expire_grant'), 0) as expired_n
        from ${IN.grantEntries} moved group by grant_id, user_id
      ) e on e.grant_id = g.id and e.user_id = g.user_id
      where (g.amount_n, g.revoked_n, g.expired_n, g.created_at)
        is distinct from (e.given_n, e.revoked_n, e.expired_n, e.given_at)`,
  },
  {
    id: 'I39',
    isFullOnly: true,
    invariant:
      'Charges are drawn from grants in the order of their ends, and noted under their days',
    sql: (IN) => `${drawnInAll(IN)}
      union all
      ${notedInAll(IN)}`,
    sqlOfStretch: (IN) => `${drawnInOrder(IN)}
      union all
      ${notedUnderDays(IN)}`,
  },
];
