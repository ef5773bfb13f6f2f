import type { Knex } from 'knex';

/**
 * A batch whose results the store of files does not take ends after a time, and its results are
 * written later: they stay with its lines until then.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table requests.batch
      add column results_due boolean not null default false;
    comment on column requests.batch.results_due is
      'The batch has ended before its results were written; workers still try to write them.';
    create index batch_results_due on requests.batch (user_id) where results_due`);
}
