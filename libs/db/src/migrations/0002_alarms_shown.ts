import type { Knex } from 'knex';

/** Administrators see the alarms of the operators that are there now. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('grant select on webhooks.alarm to tollgate_admin');
}
