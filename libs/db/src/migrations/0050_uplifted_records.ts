import type { Knex } from 'knex';

/** What uplifts have earned is added up from records; those without an uplift earn nothing and stay out of the index. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create index record_with_uplift on requests.record (at) include (uplift_bp, charged_n)
      where uplift_bp > 0;
  `);
}
