-- `long_context` is a list of `{above_input_tokens, prices}`, shortest first. A tier names
-- dimensions only that have a price without it, so that what is priced does not depend on the
-- length of a prompt.
create or replace function catalog.are_dimension_prices(prices jsonb)
returns boolean
language sql immutable
as $$
select jsonb_typeof(prices) = 'object' and prices <> '{}'::jsonb and not exists (
  select from jsonb_each(prices) as price (dimension, amount)
  where (price.dimension not in ('input', 'cache_read', 'cache_write', 'cache_write_1h',
        'output', 'reasoning', 'image_input', 'image_output', 'audio_input', 'character', 'request',
        'search_unit', 'image', 'web_search', 'web_fetch', 'code_execution',
        'code_interpreter', 'code_interpreter_4g', 'code_interpreter_16g', 'code_interpreter_64g',
        'mcp', 'image_generation', 'file_search', 'second')
      and price.dimension !~ '^((flex|priority|batch)_(input|cache_read|cache_write|output|reasoning)|batch_cache_write_1h)$'
      and price.dimension !~ '^second_([1-9][0-9]{2,3}p|[1-9][0-9]?k)_(sound|silent)_(text|image|video)$'
      and price.dimension !~ '^image_([1-9][0-9]{1,4}x[1-9][0-9]{1,4}|[1-9][0-9]?k|any)_(low|medium|high|xhigh|max|standard|hd|any)$')
    or jsonb_typeof(price.amount) <> 'string'
    or price.amount #>> '{}' !~ '^(0|[1-9][0-9]{0,15})$')
$$;

-- Prices of long prompts, shortest first.
create or replace function catalog.are_tiers(tiers jsonb, base jsonb)
returns boolean
language sql immutable
as $$
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

-- A price is a whole number of pico-credits a token (or call) as a string, so that JSON cannot
-- round it.
create or replace function catalog.are_prices(prices jsonb)
returns boolean
language sql immutable
as $$
select jsonb_typeof(prices) = 'object'
  and catalog.are_dimension_prices(prices - 'long_context')
  and (not jsonb_exists(prices, 'long_context')
    or catalog.are_tiers(prices -> 'long_context', prices - 'long_context'))
$$;
