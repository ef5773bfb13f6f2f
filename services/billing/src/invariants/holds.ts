import { HOLD_MS_MAX, OVERRUN_HOLDS_MAX } from '@tollgate/contract/billing';
import { BASELINE_AT, LEFT_BEFORE } from './scope.ts';
import type { Invariant, Scope } from './scope.ts';

/**
 * What a hold's usage is worth under the price version and uplift that it recorded, at most what a
 * column holds; null where something has no price.
 */
const worthOf = ({ holds }: Scope): string => `
  select r.op_id, r.attempt, r.amount_n, r.cost_n, r.uplift_bp,
    coalesce(r.charged_n, r.late_charged_n) as charged_n,
    least(receipt.worth_n, 9223372036854775807) as worth_n
  from ${holds} r
  left join catalog.price_version p on p.id = r.price_version_id
  cross join lateral catalog.rated(r.usage, p.prices, r.uplift_bp) receipt
  where r.usage is not null`;

const MOST = `${OVERRUN_HOLDS_MAX} * cast(amount_n as numeric)`;

/** What a hold may come to. */
export const HOLD_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I7',
    isLocal: true,
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
        from ${IN.holdEntries} moved where op_id is not null
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
    isLocal: true,
    invariant:
      'Nobody pays less than usage is worth within the hold, above it but for usage that a provider reported and up to three times the hold, or above a ceiling, and the rest is in the memo book',
    sql: (IN) => `select r.op_id, r.attempt from ${IN.holds} r
      left join lateral (
        select c.uncovered_n, c.covered_n from billing.provider_cost c
        where c.op_id = r.op_id and c.attempt = r.attempt and c.reason in ('overrun', 'late')
        ${IN.lookup}
      ) p on true
      where coalesce(r.charged_n, r.late_charged_n, 0) < 0
        or coalesce(r.charged_n, r.late_charged_n, 0) > r.amount_n
          and (r.usage_source <> 'provider' or r.partial)
        or coalesce(r.charged_n, r.late_charged_n, 0) > r.ceiling_n
        or r.closed_at > ${BASELINE_AT} and (
          coalesce(r.charged_n, r.late_charged_n, 0) > ${MOST}
          or greatest(0, coalesce(r.charged_n, r.late_charged_n, 0) - r.amount_n)
            <> coalesce(p.covered_n, 0))
        or r.charged_n < least(r.cost_n, r.amount_n, r.ceiling_n)
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
    isLocal: true,
    invariant: 'An operation is charged once at most',
    sql: (IN) => `select op_id from ${IN.holds} hold
      where (charged_n > 0 or late_charged_n > 0)
      group by op_id having count(*) > 1`,
  },
  {
    id: 'I12',
    isLocal: true,
    // Before the baseline there was a time when what lay above a caller's ceiling was recorded
    // nowhere.
    invariant: 'Every charge can be worked out again from its usage, price version and uplift',
    sql: (IN) => `select op_id, attempt, cost_n, worth_n from (${worthOf(IN)}) receipt
      where worth_n is null or cost_n <> worth_n
        and not (charged_n <= amount_n and amount_n <= cost_n and cost_n < worth_n)`,
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
    id: 'I23',
    isLocal: true,
    isFullOnly: true,
    invariant: 'What was worth more than its charge found nothing more to be had',
    // Before the baseline there was a time when nothing was charged above a hold.
    sql: (IN) => `with short as (
        select op_id, attempt, user_id,
          coalesce(charged_n, late_charged_n) < least(cost_n, amount_n, ceiling_n) as is_within,
          coalesce(charged_n, late_charged_n) 
            >= ${MOST} as is_at_bound
        from ${IN.holds} r
        where coalesce(charged_n, late_charged_n) < least(cost_n, ceiling_n,
          case when usage_source <> 'provider' or partial then amount_n end)
      ), moved as (
        select op_id, attempt, kind, at, coalesce(before.available_n, 0)
            + sum(e.available_n) over (partition by e.user_id order by id) as left_n
        from ${IN.entries} e left join ${IN.openings} before on before.user_id = e.user_id
        where e.user_id in (select user_id from short) and e.id >= ${LEFT_BEFORE}
      )
      select op_id, attempt, left_n from short join moved using (op_id, attempt)
      where kind in ('settle', 'settle_late') and left_n > 0
        and (is_within or at > ${BASELINE_AT})
        and not (is_at_bound and at > ${BASELINE_AT})`,
  },
  {
    id: 'I30',
    isLocal: true,
    invariant: 'No hold may last longer than a hold can be asked for',
    sql: (IN) => `select op_id, attempt, expires_at from ${IN.holds} r
      where expires_at > created_at + ${HOLD_MS_MAX} * interval '1 millisecond'`,
  },
];
