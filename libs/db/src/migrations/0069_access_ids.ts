import type { Knex } from 'knex';

/** The verifier finds the access events of the last minute by their ids, which are made of their time. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('grant select (id) on audit.access_event to tollgate_billing');
}
