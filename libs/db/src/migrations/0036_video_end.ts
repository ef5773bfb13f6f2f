import type { Knex } from 'knex';

/** Administrators bring the end of a film's life forward; the worker ends the film, as at every end. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    grant update (gives_up_at, due_at) on requests.video to tollgate_admin;
  `);
}
