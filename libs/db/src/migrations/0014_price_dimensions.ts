import type { Knex } from 'knex';

/** Prices by the image and by the second, prices of long prompts, and what usage is worth under a price version. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(ARE_PRICES);
  await trx.raw(WORTH);
}

/**
 * `long_context` is a list of `{above_input_tokens, prices}`, shortest first. A tier names dimensions only that have a price without
 * it, so that what is priced does not depend on the length of a prompt.
 */
const ARE_PRICES = `
create function catalog.are_dimension_prices(prices jsonb) returns boolean
language sql immutable as $$
  select jsonb_typeof(prices) = 'object' and prices <> '{}'::jsonb and not exists (
    select from jsonb_each(prices) as price (dimension, amount)
    where price.dimension not in ('input', 'cache_read', 'cache_write', 'output', 'reasoning',
        'request', 'image', 'second')
      or jsonb_typeof(price.amount) <> 'string'
      or price.amount #>> '{}' !~ '^(0|[1-9][0-9]{0,15})$')
$$;

create function catalog.are_tiers(tiers jsonb, base jsonb) returns boolean
language sql immutable as $$
  select jsonb_typeof(tiers) = 'array' and tiers <> '[]'::jsonb and not exists (
    select from (
      select tier.value, lag(tier.value) over (order by tier.ordinality) as shorter
      from jsonb_array_elements(tiers) with ordinality as tier
    ) t
    where coalesce(jsonb_typeof(t.value -> 'above_input_tokens'), '') <> 'number'
      or t.value ->> 'above_input_tokens' !~ '^[1-9][0-9]{0,8}$'
      or (t.value ->> 'above_input_tokens')::numeric <= (t.shorter ->> 'above_input_tokens')::numeric
      or not coalesce(catalog.are_dimension_prices(t.value -> 'prices'), false)
      or exists (
        select from jsonb_object_keys(t.value -> 'prices') as dimension where not jsonb_exists(base, dimension)))
$$;

create or replace function catalog.are_prices(prices jsonb) returns boolean
language sql immutable as $$
  select jsonb_typeof(prices) = 'object'
    and catalog.are_dimension_prices(prices - 'long_context')
    and (not jsonb_exists(prices, 'long_context')
      or catalog.are_tiers(prices -> 'long_context', prices - 'long_context'))
$$;
`;

/** The same arithmetic as in libs/money: exact, rounded up once at the end; null when something used has no price. */
const WORTH = `
create function catalog.prices_for(prices jsonb, input_tokens numeric) returns jsonb
language sql immutable parallel safe as $$
  select case when not jsonb_exists(prices, 'long_context') then prices
    else (prices - 'long_context') || coalesce((
      select tier.value -> 'prices' from jsonb_array_elements(prices -> 'long_context') as tier
      where (tier.value ->> 'above_input_tokens')::numeric < input_tokens
      order by (tier.value ->> 'above_input_tokens')::numeric desc limit 1), '{}'::jsonb) end
$$;

create function catalog.worth(usage jsonb, prices jsonb, uplift_bp int) returns numeric
language sql immutable parallel safe as $$
  select case when bool_or(used.value <> '0' and own.prices ->> used.key is null) then null
    else div(coalesce(sum(used.value::numeric * (own.prices ->> used.key)::numeric), 0)
      * (10000 + uplift_bp) + 9999999, 10000000) end
  from (
    select catalog.prices_for(prices, coalesce((usage ->> 'input')::numeric, 0)
      + coalesce((usage ->> 'cache_read')::numeric, 0)
      + coalesce((usage ->> 'cache_write')::numeric, 0)) as prices
  ) own
  left join jsonb_each_text(usage) as used on true
$$;
`;
