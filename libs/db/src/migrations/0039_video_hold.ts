import type { Knex } from 'knex';

/** What a film keeps from its owner's wallet while it is made, as its hold has it; null for films that were accepted before. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table requests.video add column held_n bigint check (held_n >= 0);
    grant select (held_n) on requests.video to tollgate_admin;
  `);
}
