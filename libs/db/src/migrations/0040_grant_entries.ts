import type { Knex } from 'knex';

/** Administrators look through what grants moved in all wallets: few rows among the many of requests. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('create index entry_of_grants on billing.entry (id) where grant_id is not null');
}
