import type { Knex } from 'knex';

/** An operation whose answer is kept keeps with it what its record has to tell of the way that answered. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table requests.operation add column record_facts jsonb;
    comment on column requests.operation.record_facts is
      'Model, price, tries and times of the answer that is kept, for the record that another worker may write.';
  `);
}
