import { NANO_PER_CREDIT } from '@tollgate/money/credits';
import { BASELINE_AT } from './scope.ts';
import type { Invariant } from './scope.ts';

/** A price of the list is by the million tokens, unless it is for one piece. */
const PICO_PER_CREDIT = 1_000_000_000_000;
const PICO_OF_TOKENS = 1_000_000;
/**
 * Event and row are written in one transaction; the event gets its time at the commit, cut to
 * milliseconds.
 */
const SAME_CHANGE = `interval '10 minutes'`;
const CLOCKS = `interval '1 second'`;
/** Uplifts are known from the moment of the row that belongs to nobody. */
const NOBODY = `'00000000-0000-0000-0000-000000000000'`;

/** What the trail still has, and has had time to hear of. */
const KEPT = `(
  select coalesce(max(anchor_at), '-infinity') as since,
    clock_timestamp() - :trail_grace_ms * interval '1 millisecond' as until
  from audit.chain) kept`;

/** The public id of a model (TypeID: the 128 bits in 26 digits of base 32), as events name it. */
const modelIdOf = (uuid: string): string => `(
  select 'mdl_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    cast(cast(substring(bits from 5 * digit + 1 for 5) as bit(5)) as int) + 1, 1), '' order by digit)
  from (
    select cast(b'00' as bit varying)
      || cast(cast('x' || replace(cast(${uuid} as text), '-', '') as bit(128)) as bit varying) as bits
  ) id cross join generate_series(0, 25) digit)`;

/** Prices as people wrote them, in the units of a price version. */
const picoOf = (list: string): string => `(
  select jsonb_object_agg(written.key, cast(trim_scale(cast(written.value as numeric)
    * case when written.key in ('request', 'search_unit', 'image', 'web_search', 'web_fetch',
          'code_execution', 'code_interpreter', 'code_interpreter_4g', 'code_interpreter_16g',
          'code_interpreter_64g', 'mcp', 'image_generation', 'file_search',
          'second')
        or starts_with(written.key, 'second_')
        or written.key ~ '^image_[0-9a-z]+_[a-z]+$'
      then ${PICO_PER_CREDIT} else ${PICO_OF_TOKENS} end) as text))
  from jsonb_each_text(${list}) written)`;

/** The prices that an event names, as the version that it is about has to have them. */
const PRICES_OF_EVENT = `${picoOf(`v.details -> 'prices'`)} || coalesce((
  select jsonb_build_object('long_context', jsonb_agg(jsonb_build_object(
    'above_input_tokens', tier -> 'above_input_tokens', 'prices', ${picoOf(`tier -> 'prices'`)})
    order by cast(tier ->> 'above_input_tokens' as numeric)))
  from jsonb_array_elements(v.details -> 'long_context') tier having count(*) > 0), '{}')`;

/** Whether an event reports a change of an uplift. */
const TELLS_UPLIFT = `v.user_id = c.user_id
  and v.action = case when c.model_id is null then 'user.set_uplift' else 'user.set_model_uplift' end
  and v.details ->> 'model_id' is not distinct from
    case when c.model_id is not null then ${modelIdOf('c.model_id')} end
  and cast(v.details ->> 'uplift_bp' as int) is not distinct from c.bp
  and v.at between c.at - ${CLOCKS} and c.at + ${SAME_CHANGE}`;

/** The trail against what it reports, in both directions; `I27` compares credit with its events. */
export const TRAIL_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I36',
    isFullOnly: true,
    invariant: 'Every grant and every revocation of the audit log is in the ledger',
    sql: (IN) => `select v.target_id as grant_id, v.user_id, 'grant' as kind
      from audit.event v
      where v.action = 'credit_grant.create' and not exists (
        select from ${IN.grants} g
        where g.id = v.target_id and g.user_id = v.user_id
          and g.amount_n = cast(v.details ->> 'amount' as numeric) * ${NANO_PER_CREDIT})
      union all
      select told.grant_id, told.user_id, 'revoke'
      from (
        select v.target_id as grant_id, cast(min(cast(v.user_id as text)) as uuid) as user_id,
          sum(cast(v.details ->> 'revoked' as numeric)) * ${NANO_PER_CREDIT} as taken_n
        from audit.event v where v.action = 'credit_grant.revoke' group by v.target_id
      ) told
      left join (
        select e.grant_id, sum(e.issued_n) as taken_n
        from ${IN.grantEntries} e where e.kind = 'revoke' group by e.grant_id
      ) booked using (grant_id)
      where told.taken_n > coalesce(booked.taken_n, 0)`,
  },
  {
    id: 'I37',
    isFullOnly: true,
    invariant: 'Every price version is the one that its audit event names, and none is missing',
    sql: () => `select p.id as price_version_id, p.model_id, 'its event tells something else' as fault
      from catalog.price_version p cross join ${KEPT}
      where p.created_at > kept.since and p.created_at < kept.until and not exists (
        select from audit.event v
        where v.target_id = p.id and v.action = 'model.price'
          and v.details ->> 'model_id' = ${modelIdOf('p.model_id')}
          and p.prices = ${PRICES_OF_EVENT}
          and abs(extract(epoch from
            cast(v.details ->> 'effective_at' as timestamptz) - p.effective_at)) < 0.002
          and v.at between p.created_at - ${CLOCKS} and p.created_at + ${SAME_CHANGE})
      union all
      select v.target_id, null, 'it is gone' from audit.event v
      where v.action = 'model.price' and not exists (
        select from catalog.price_version p where p.id = v.target_id)`,
  },
  {
    id: 'I38',
    isFullOnly: true,
    invariant: 'Every change of an uplift has its audit event, and what stands is the last change',
    // A row that was put in later with an older time has a larger number than rows of its time.
    sql: () => `with noted as (
        select greatest(kept.since, ${BASELINE_AT}) as since, kept.until from ${KEPT}
      ), last_change as (
        select distinct on (user_id, model_id) user_id, model_id, bp
        from catalog.uplift_change where user_id <> ${NOBODY} order by user_id, model_id, id desc
      ), stands as (
        select user_id, cast(null as uuid) as model_id, bp from catalog.uplift_user
        union all
        select user_id, model_id, bp from catalog.uplift_user_model
      )
      select c.user_id, c.model_id, c.bp, 'no event tells of it' as fault
      from catalog.uplift_change c cross join noted
      where c.user_id <> ${NOBODY} and c.at < noted.until
        and case when c.at > noted.since
          then not exists (select from audit.event v where ${TELLS_UPLIFT})
          else exists (select from catalog.uplift_change l
            where l.id < c.id and l.at > noted.since + ${SAME_CHANGE}) end
      union all
      select v.user_id, null, cast(v.details ->> 'uplift_bp' as int), 'the change is gone'
      from audit.event v cross join noted
      where v.action in ('user.set_uplift', 'user.set_model_uplift') and v.at > noted.since
        and v.details ->> 'uplift_bp' is not null
        and not exists (select from catalog.uplift_change c where ${TELLS_UPLIFT})
      union all
      select coalesce(s.user_id, l.user_id), coalesce(s.model_id, l.model_id), s.bp,
        'another uplift stands than was set last'
      from stands s full join last_change l
        on l.user_id = s.user_id
        and coalesce(l.model_id, ${NOBODY}) = coalesce(s.model_id, ${NOBODY})
      where s.bp is distinct from l.bp`,
  },
];
