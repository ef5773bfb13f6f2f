-- Prices are computed as in libs/money: exact, rounded up once at the end; null when something used
-- has no price.
create or replace function catalog.prices_for(prices jsonb, input_tokens numeric)
returns jsonb
language sql immutable parallel safe
as $$
select case when not jsonb_exists(prices, 'long_context') then prices
  else (prices - 'long_context') || coalesce((
    select tier.value -> 'prices' from jsonb_array_elements(prices -> 'long_context') as tier
    where (tier.value ->> 'above_input_tokens')::numeric < input_tokens
    order by (tier.value ->> 'above_input_tokens')::numeric desc limit 1), '{}'::jsonb) end
$$;

-- PostgreSQL inlines a function that gives a table where FROM calls it. The prices of long prompts
-- are looked for only where there are some.
create or replace function catalog.rated(usage jsonb, prices jsonb, uplift_bp integer)
returns table(worth_n numeric)
language sql immutable parallel safe
as $$
select case when bool_or(used.value <> '0' and own.prices ->> used.key is null) then null
  else div(coalesce(sum(used.value::numeric * (own.prices ->> used.key)::numeric), 0)
    * (10000 + uplift_bp) + 9999999, 10000000) end
from (
  select case when jsonb_exists(prices, 'long_context')
    then catalog.prices_for(prices, (
      select coalesce(sum(part.value::numeric), 0) from jsonb_each_text(usage) as part
      where part.key ~ '^((flex|priority|batch)_)?(input|cache_read|cache_write)$'
        or part.key in ('cache_write_1h', 'batch_cache_write_1h', 'audio_input')))
    else prices end as prices
) own
left join jsonb_each_text(usage) as used on true
$$;
