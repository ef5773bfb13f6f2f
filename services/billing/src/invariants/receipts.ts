import { HOLDS_PER_RUN } from '@tollgate/contract/billing';
import { NANO_MAX } from '@tollgate/money/credits';
import { LEFT_BEFORE } from './scope.ts';
import type { Invariant } from './scope.ts';

/**
 * What the lines of a receipt add up to, as `libs/money` does it: exact, and rounded up once. Null
 * without lines.
 */
const LINES_WORTH = `(
  select least(${NANO_MAX}, div(
    sum(cast(line ->> 'quantity' as numeric) * cast(line ->> 'price_pico' as numeric))
      * (10000 + r.uplift_bp) + 9999999, 10000000))
  from jsonb_array_elements(q.receipt -> 'lines') line having count(*) > 0)`;

/**
 * The ledger against what the caller was shown of each charge, and what the log of requests says of
 * it.
 */
export const RECEIPT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I33',
    isLocal: true,
    invariant:
      'A charge is of the usage, the prices, the model and the bounds that its record shows',
    // A record shows the settlement of its own run; what another run decided was refused. A late
    // settlement that met an empty wallet charged nothing: where another hold was charged, the
    // record shows that one. Receipts of earlier releases have no bounds.
    sql: (IN) => `select r.op_id, r.attempt, r.user_id, fault
      from ${IN.holds} r
      join ${IN.records} q on q.id = r.op_id and q.attempt = (r.attempt - 1) / ${HOLDS_PER_RUN} + 1
      left join catalog.price_version p on p.id = r.price_version_id
      left join catalog.model m on m.id = p.model_id
      cross join lateral (
        select case
          when q.usage <> r.usage then 'the record shows other usage'
          when q.usage_source <> r.usage_source then 'the record names another source of usage'
          when q.model <> m.public_id then 'the record names another model'
          when cast(q.receipt ->> 'cost_nano' as numeric) <> r.cost_n
            then 'the receipt shows another cost'
          when ${LINES_WORTH} <> r.cost_n then 'the lines of the receipt add up to another cost'
          when cast(q.receipt ->> 'hold_nano' as numeric) <> r.amount_n
            then 'the receipt shows another hold'
          when jsonb_exists(q.receipt, 'ceiling_nano') and
            cast(q.receipt ->> 'ceiling_nano' as numeric) is distinct from r.ceiling_n
            then 'the receipt shows another ceiling'
          when cast(q.receipt ->> 'partial' as boolean) <> r.partial
            then 'the receipt shows another end of the answer'
        end as fault
      ) compared
      where r.cost_n is not null and q.usage is not null and fault is not null
        and (coalesce(r.charged_n, r.late_charged_n) > 0 or not exists (
          select from billing.reservation other
          where other.op_id = r.op_id and other.attempt <> r.attempt
            and coalesce(other.charged_n, other.late_charged_n) > 0 ${IN.lookup}))`,
  },
  {
    id: 'I34',
    isLocal: true,
    invariant:
      'A hold is at least what its estimate is worth, and at most the ceiling of its caller',
    sql: (IN) => `select r.op_id, r.attempt, r.amount_n, r.ceiling_n, receipt.worth_n
      from ${IN.holds} r
      left join catalog.price_version p on p.id = r.price_version_id
      cross join lateral catalog.rated(r.estimate, p.prices, r.uplift_bp) receipt
      where receipt.worth_n > r.amount_n or r.ceiling_n < r.amount_n`,
  },
  {
    id: 'I40',
    isLocal: true,
    invariant: 'Every request that credit was held for has its hold, under its own key and user',
    sql: (IN) => `select v.op_id, v.user_id, v.actor_id as api_key_id, v.at
      from ${IN.accesses} v
      where not exists (
        select from billing.reservation r
        where r.op_id = v.op_id and r.user_id = v.user_id and r.api_key_id = v.actor_id
        ${IN.lookup})`,
  },
  {
    id: 'I41',
    isFullOnly: true,
    invariant: 'Every kept answer, operation and video that was paid for has its hold',
    sql: (IN) => `select i.op_id, i.user_id, 'idempotency' as kept
      from requests.idempotency i
      where i.mode = 'live' and (i.state = 'async' or i.state = 'done' and i.status < 300)
        and not exists (
          select from billing.reservation r where r.op_id = i.op_id and r.user_id = i.user_id
          ${IN.lookup})
      union all
      select o.id, o.user_id, 'operation' from requests.operation o
      where o.mode = 'live' and o.dispatches > 0 and not exists (
        select from billing.reservation r
        where r.op_id = o.id and r.user_id = o.user_id and r.api_key_id = o.api_key_id
        ${IN.lookup})
      union all
      select v.id, v.user_id, 'video' from requests.video v
      where v.mode = 'live' and v.held_n is not null and not exists (
        select from billing.reservation r
        where r.op_id = v.id and r.user_id = v.user_id and r.api_key_id = v.api_key_id
          and r.amount_n = v.held_n and (v.state <> 'completed' or r.usage = v.usage)
        ${IN.lookup})`,
  },
  {
    id: 'I44',
    isLocal: true,
    invariant: 'What the memo book says of a charge is what its hold says',
    // I52 looks at what the memo book says of holds that left.
    sql: (IN) => `select c.op_id, c.attempt, c.n, c.reason
      from billing.provider_cost c
      left join lateral (
        select h.* from billing.reservation h where h.op_id = c.op_id and h.attempt = c.attempt
        ${IN.lookup}
      ) r on true
      where c.at >= cast(:since as timestamptz) and c.at < cast(:until as timestamptz)
        and (r.op_id is null and c.op_id >= ${LEFT_BEFORE} or c.user_id <> r.user_id
        or c.n = 0 and (c.cost_n is distinct from r.cost_n
          or c.reason <> case when r.late then 'late' else 'overrun' end))`,
  },
];
