import type { Knex } from 'knex';

/** All that the check before let pass, its successor lets pass. */
export const contracts = { since: '0001_baseline', because: 'the check is wider than before' };

/** Aliases may also choose by price, latency and context. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table catalog.alias drop constraint alias_strategy_check,
    add constraint alias_strategy_check check (strategy in
      ('ordered', 'weighted', 'lowest_price', 'lowest_latency', 'longest_context'))`);
}
