import type { Knex } from 'knex';

/** Records say which session of the caller a request belongs to. A column without a default rewrites no row. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table requests.record add column session_id text;
    comment on column requests.record.session_id is
      'What the caller says that the request belongs to, by a header; null where none can be used.';
  `);
}
