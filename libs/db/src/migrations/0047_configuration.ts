import type { Knex } from 'knex';

/** One document of configuration is applied at a time, and a document says which version of a secret it means. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table identity.configuration_lease (
      only_one boolean primary key default true check (only_one),
      id uuid not null,
      administrator_id uuid not null references identity.administrator (id) on delete cascade,
      document_sha256 text not null check (document_sha256 ~ '^[0-9a-f]{64}$'),
      expires_at timestamptz not null
    );
    grant select, insert, update, delete on identity.configuration_lease to tollgate_admin;

    alter table catalog.provider_credential add column secret_version text
      check (secret_version ~ '^[A-Za-z0-9._-]{1,64}$');
  `);
}
