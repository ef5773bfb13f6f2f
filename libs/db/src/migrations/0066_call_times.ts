import type { Knex } from 'knex';

/** How long calls may take, where administrators set it for a credential or a model; null: the next wider limit holds. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(LIMITS);
}

const LIMITS = `
alter table catalog.provider_credential
  add column first_byte_seconds integer check (first_byte_seconds between 1 and 3600),
  add column total_seconds integer check (total_seconds between 1 and 3600);
alter table catalog.model
  add column first_byte_seconds integer check (first_byte_seconds between 1 and 3600),
  add column total_seconds integer check (total_seconds between 1 and 3600);
`;
