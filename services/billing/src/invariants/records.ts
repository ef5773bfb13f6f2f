import type { Invariant } from './scope.ts';

/** Older request records may have been purged. A call whose record was made just before the span is left out. */
const RECORDS_COMPARED = `interval '4 days'`;

/** Charges and records that are younger may not have come to each other yet. */
const SUMMED_UNTIL = `clock_timestamp()
  - :record_grace_ms * interval '1 millisecond' - :hold_ms * interval '1 millisecond'`;

/** The book against what requests, operations and their sums tell. */
export const RECORD_INVARIANTS: readonly Invariant[] = [
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
    id: 'I18',
    isFullOnly: true,
    invariant: 'Request records and the ledger have the same charges, by user and day',
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
        where (coalesce(h.charged_n, 0) <> coalesce(q.charged_n, 0)
            or h.charged_n > 0 and h.user_id <> q.user_id)
          and coalesce(h.at, q.at)
            < clock_timestamp() - :record_grace_ms * interval '1 millisecond'
          and coalesce(h.at, q.at) >= clock_timestamp() - ${RECORDS_COMPARED} / 2
      )
      select user_id, day, sum(ledger_n) as ledger_n, sum(records_n) as records_n, count(*) as calls
      from told group by user_id, day`,
  },
  {
    id: 'I28',
    isFullOnly: true,
    invariant: 'Sums of requests equal what each wallet has consumed, for every span',
    sql: (IN) => `with recent as (
        select user_id, sum(consumed_n) as consumed_n from ${IN.entries} e
        where at >= ${SUMMED_UNTIL} group by user_id
      ), recorded as (
        select user_id, sum(charged_n) as charged_n from ${IN.records} q
        where at >= ${SUMMED_UNTIL} group by user_id
      ), summed as (
        select user_id, sum(charged_n) as charged_n from requests.rollup
        where level = 'key_day' group by user_id
      )
      select user_id, 'wallet' as level, cast(null as timestamptz) as bucket,
        coalesce(w.consumed_n, 0) as consumed_n, coalesce(s.charged_n, 0) as summed_n
      from ${IN.wallets} w full join summed s using (user_id)
      left join recent using (user_id) left join recorded using (user_id)
      where coalesce(s.charged_n, 0) not between
        coalesce(w.consumed_n, 0) - coalesce(recent.consumed_n, 0)
        and coalesce(w.consumed_n, 0) + coalesce(recorded.charged_n, 0)
      union all
      select null, string_agg(level, ' ' order by level), bucket, min(charged_n), max(charged_n)
      from (
        select level, date_trunc('month', bucket, 'UTC') as bucket, kind_id,
          sum(requests) as requests, sum(charged_n) as charged_n
        from requests.rollup group by 1, 2, 3
      ) spans
      group by bucket, kind_id
      having (min(requests), min(charged_n)) <> (max(requests), max(charged_n))
        or count(*) <> 5 and max(requests) > 0
      union all
      select user_id, 'key_month', bucket, sum(charged_n) filter (where level = 'key_day'),
        sum(charged_n) filter (where level = 'key_month')
      from (
        select level, date_trunc('month', bucket, 'UTC') as bucket, user_id, api_key_id, kind_id,
          charged_n, requests
        from requests.rollup where level in ('key_day', 'key_month')
      ) months
      group by user_id, api_key_id, kind_id, bucket
      having sum(charged_n) filter (where level = 'key_day')
          is distinct from sum(charged_n) filter (where level = 'key_month')
        or sum(requests) filter (where level = 'key_day')
          is distinct from sum(requests) filter (where level = 'key_month')`,
  },
  {
    id: 'I31',
    isFullOnly: true,
    invariant: 'What was served is charged: no settlement waits for long',
    sql: (IN) => `select q.id as op_id, q.user_id, receipt.worth_n
      from ${IN.records} q
      join catalog.price_version p on p.id = q.price_version_id
      cross join lateral catalog.rated(q.usage, p.prices, q.uplift_bp) receipt
      where q.mode = 'live' and q.outcome in ('served', 'partial', 'client_gone')
        and q.usage is not null and receipt.worth_n > 0
        and q.at < clock_timestamp() - :record_grace_ms * interval '1 millisecond'
        and q.at >= clock_timestamp() - ${RECORDS_COMPARED}
        and not exists (
          select from billing.reservation r
          where r.op_id = q.id and (r.cost_n is not null or r.state = 'held'))`,
  },
];
