import type { Knex } from 'knex';

/** The secret that a key had before its last rotation, which works on until its end. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table keys.replaced_secret (
      key_id uuid primary key references keys.api_key,
      digest bytea not null unique check (length(digest) = 32),
      pepper_version text not null check (length(pepper_version) between 1 and 40),
      prefix text not null check (length(prefix) = 13),
      last4 text not null check (length(last4) = 4),
      ends_at timestamptz not null check (ends_at < 'infinity')
    );
    comment on column keys.replaced_secret.ends_at is 'From here on the secret is unknown.';
    create index replaced_secret_by_ends on keys.replaced_secret (prefix, last4);
    grant select, insert, update, delete on keys.replaced_secret
      to tollgate_account, tollgate_admin;
  `);
}
