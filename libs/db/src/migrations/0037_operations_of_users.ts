import type { Knex } from 'knex';

/** Users look through their asynchronous operations; what is still sealed to be run is nobody's reading. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create index operation_of_user on requests.operation (user_id, id desc);
    grant select (id, user_id, api_key_id, mode, route, request_id, state, status, body,
      created_at, finished_at, expires_at) on requests.operation to tollgate_account;
  `);
}
