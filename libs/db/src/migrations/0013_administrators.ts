import type { Knex } from 'knex';

/** An administrator can be removed for good; what they did stays in the trail under their address. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    'grant delete on identity.administrator, identity.administrator_session to tollgate_admin',
  );
}
