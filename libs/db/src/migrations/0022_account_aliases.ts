import type { Knex } from 'knex';

/** Users see the aliases beside the models. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('grant select on catalog.alias, catalog.alias_target to tollgate_account');
}
