import { firstIdOf, WHOLE_BOOK } from './scope.ts';
import type { Invariant } from './scope.ts';

/**
 * Older request records may have been purged. A call whose record was made just before the span is
 * left out.
 */
const RECORDS_COMPARED = `interval '4 days'`;

/** A process that comes back sends what its journal has before this. */
const COMES_WITHIN = `interval '1 minute'`;

/** A request and its hold begin at moments of two clocks; a hold may come behind a long upload. */
const CLOCKS_DIFFER = `interval '1 hour'`;

/** Charges and records that are younger may not have come to each other yet. */
const SUMMED_UNTIL = `statement_timestamp()
  - :record_grace_ms * interval '1 millisecond' - :hold_ms * interval '1 millisecond'`;

/** Which calls of a stretch are compared with their records: those that these have come to. */
const RECORDS_JUDGED_SINCE = `statement_timestamp() - ${RECORDS_COMPARED} / 2`;
const RECORDS_JUDGED_UNTIL = `statement_timestamp() - :record_grace_ms * interval '1 millisecond'`;

/** The ledger against requests, operations and their sums. */
export const RECORD_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I13',
    isLocal: true,
    invariant: 'Nothing is sent to a provider without a hold',
    sql: (IN) => `select q.id as op_id, q.user_id from ${IN.records} q
      where q.queue_ms is not null and q.price_version_id is not null
        and not exists (select from billing.reservation r where r.op_id = q.id ${IN.lookup})
      union all
      select o.id, o.user_id from requests.operation o
      where o.dispatches > 0 and o.mode = 'live' and o.created_at >= cast(:since as timestamptz)
        and not exists (select from billing.reservation r where r.op_id = o.id ${IN.lookup})`,
  },
  {
    id: 'I18',
    isLocal: true,
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
          where created_at >= statement_timestamp() - ${RECORDS_COMPARED} group by op_id
        ) h
        full join (
          select id as op_id, min(user_id::text)::uuid as user_id, max(at) as at,
            sum(charged_n) as charged_n
          from ${IN.records} record
          where at >= statement_timestamp() - ${RECORDS_COMPARED} group by id
        ) q using (op_id)
        where (coalesce(h.charged_n, 0) <> coalesce(q.charged_n, 0)
            or h.charged_n > 0 and h.user_id <> q.user_id)
          and coalesce(h.at, q.at)
            < statement_timestamp() - :record_grace_ms * interval '1 millisecond'
          and coalesce(h.at, q.at) >= statement_timestamp() - ${RECORDS_COMPARED} / 2
      )
      select user_id, day, sum(ledger_n) as ledger_n, sum(records_n) as records_n, count(*) as calls
      from told group by user_id, day`,
    // The holds of the stretch, each with its record, and its records, each with its holds.
    sqlOfStretch: (IN) => `with hold as (
        select op_id, min(user_id::text)::uuid as user_id, min(created_at) as first_at,
          max(closed_at) as at, sum(coalesce(charged_n, late_charged_n, 0)) as charged_n
        from ${IN.holds} h group by op_id
        having not bool_or(state = 'held') and max(closed_at) >= ${RECORDS_JUDGED_SINCE}
          and max(closed_at) < ${RECORDS_JUDGED_UNTIL}
      ), told as (
        select h.op_id, h.user_id, date_trunc('day', h.at, 'UTC') as day, h.charged_n as ledger_n,
          coalesce(q.charged_n, 0) as records_n
        from hold h left join lateral (
          select min(user_id::text)::uuid as user_id, sum(charged_n) as charged_n
          from ${WHOLE_BOOK.records} record
          where id = h.op_id
            and at between h.first_at - ${CLOCKS_DIFFER} and h.at + ${CLOCKS_DIFFER} offset 0
        ) q on true
        where h.charged_n <> coalesce(q.charged_n, 0) or h.charged_n > 0 and h.user_id <> q.user_id
        union
        select q.op_id, q.user_id, date_trunc('day', q.at, 'UTC'), coalesce(h.charged_n, 0), q.charged_n
        from (
          select id as op_id, min(user_id::text)::uuid as user_id, max(at) as at,
            sum(charged_n) as charged_n
          from ${IN.records} record where charged_n > 0
            and at >= ${RECORDS_JUDGED_SINCE} and at < ${RECORDS_JUDGED_UNTIL}
          group by id
        ) q left join lateral (
          select sum(coalesce(charged_n, late_charged_n, 0)) as charged_n
          from billing.reservation r where r.op_id = q.op_id offset 0
        ) h on true
        where coalesce(h.charged_n, 0) <> q.charged_n
      )
      select user_id, day, sum(ledger_n) as ledger_n, sum(records_n) as records_n, count(*) as calls
      from (select distinct on (op_id) * from told order by op_id) once group by user_id, day`,
  },
  {
    id: 'I28',
    isFullOnly: true,
    invariant: 'Sums of requests equal what each wallet has consumed, for every span',
    sql: (IN) => `with recent as (
        select user_id, sum(consumed_n) as consumed_n from billing.entry e
        where id >= ${firstIdOf(`(${SUMMED_UNTIL})`)} and at >= ${SUMMED_UNTIL} group by user_id
      ), recorded as (
        select user_id, sum(charged_n) as charged_n from ${WHOLE_BOOK.records} q
        where at >= ${SUMMED_UNTIL} group by user_id
      ), summed as (
        select user_id, sum(charged_n) as charged_n from requests.rollup
        where level = 'key_day' and bucket >= cast(:month as timestamptz)
          or level = 'key_month' and bucket < cast(:month as timestamptz)
        group by user_id
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
        from requests.rollup where bucket >= cast(:month as timestamptz) group by 1, 2, 3
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
        from requests.rollup
        where level in ('key_day', 'key_month') and bucket >= cast(:month as timestamptz)
      ) months
      group by user_id, api_key_id, kind_id, bucket
      having sum(charged_n) filter (where level = 'key_day')
          is distinct from sum(charged_n) filter (where level = 'key_month')
        or sum(requests) filter (where level = 'key_day')
          is distinct from sum(requests) filter (where level = 'key_month')`,
  },
  {
    id: 'I31',
    isLocal: true,
    isFullOnly: true,
    invariant: 'What was served is charged: no settlement waits for long',
    sql: (IN) => `select q.id as op_id, q.user_id, receipt.worth_n
      from ${IN.records} q
      join catalog.price_version p on p.id = q.price_version_id
      cross join lateral catalog.rated(q.usage, p.prices, q.uplift_bp) receipt
      where q.mode = 'live' and q.outcome in ('served', 'partial', 'client_gone')
        and q.usage is not null and receipt.worth_n > 0
        and q.at < statement_timestamp() - :record_grace_ms * interval '1 millisecond'
        and q.at >= statement_timestamp() - ${RECORDS_COMPARED}
        and not exists (
          select from billing.reservation r
          where r.op_id = q.id and (r.cost_n is not null or r.state = 'held') ${IN.lookup})`,
  },
  {
    id: 'I47',
    invariant: 'A charge that a caller was shown comes within a minute of the end of its hold',
    // Each look reads the few holds that expired, whenever their requests began: a journal that was
    // lost with its disk is known as soon as its process is given up.
    sql: () => `select r.op_id, r.user_id, q.charged_n
      from billing.reservation r
      join ${WHOLE_BOOK.records} q on q.id = r.op_id
        and q.at between r.created_at - ${CLOCKS_DIFFER} and r.created_at + ${CLOCKS_DIFFER}
      where r.state = 'expired' and not r.late and q.charged_n > 0
        and r.closed_at < statement_timestamp() - ${COMES_WITHIN}
        and r.closed_at >= statement_timestamp() - ${RECORDS_COMPARED}
        and not exists (
          select from billing.reservation o
          where o.op_id = r.op_id and coalesce(o.charged_n, o.late_charged_n) > 0)`,
  },
];
