import type { Knex } from 'knex';

/** What usage is worth, in a form that a query takes in as a part of its own instead of calling it for each row. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(RATED);
}

/**
 * PostgreSQL inlines a function that gives a table where it stands in FROM. The prices of long prompts are looked for only where
 * there are some. `catalog.worth` stays for the release before.
 */
const RATED = `
create function catalog.rated(usage jsonb, prices jsonb, uplift_bp int) returns table (worth_n numeric)
language sql immutable parallel safe as $$
  select case when bool_or(used.value <> '0' and own.prices ->> used.key is null) then null
    else div(coalesce(sum(used.value::numeric * (own.prices ->> used.key)::numeric), 0)
      * (10000 + uplift_bp) + 9999999, 10000000) end
  from (
    select case when jsonb_exists(prices, 'long_context')
      then catalog.prices_for(prices, coalesce((usage ->> 'input')::numeric, 0)
        + coalesce((usage ->> 'cache_read')::numeric, 0)
        + coalesce((usage ->> 'cache_write')::numeric, 0))
      else prices end as prices
  ) own
  left join jsonb_each_text(usage) as used on true
$$;

create or replace function catalog.worth(usage jsonb, prices jsonb, uplift_bp int) returns numeric
language sql immutable parallel safe as $$
  select worth_n from catalog.rated(usage, prices, uplift_bp)
$$;
`;
