import type { Knex } from 'knex';

/** Administrators see how films stand that have not ended, and nothing of what was asked for. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    grant select (id, user_id, api_key_id, mode, request_id, model, state, tries, job, created_at,
      submitted_at, due_at, gives_up_at, finished_at) on requests.video to tollgate_admin;
  `);
}
