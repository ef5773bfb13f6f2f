import type { Knex } from 'knex';

/** Who has chosen a model, and which keys are limited to it, is asked before an administrator decides about it. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create index user_model_of_model on catalog.user_model (model_id, enabled);
    create index api_key_of_model on keys.api_key using gin (models)
      where models is not null and deleted_at is null;
  `);
}
