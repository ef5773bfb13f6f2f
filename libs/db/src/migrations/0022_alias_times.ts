import type { Knex } from 'knex';

/** How long calls of an alias may take at each target; null: the limits of model and credential. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table catalog.alias
    add column first_byte_seconds int check (first_byte_seconds between 1 and 3600),
    add column total_seconds int check (total_seconds between 1 and 3600)`);
}
