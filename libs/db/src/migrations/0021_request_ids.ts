import type { Knex } from 'knex';

export const contracts = { since: '0007_audit', because: 'a wider constraint replaces it' };

/** Request ids of callers may have 200 characters. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table audit.event drop constraint event_request_id_check;
    alter table audit.event add constraint event_request_id_check check (length(request_id) <= 200);
  `);
}
