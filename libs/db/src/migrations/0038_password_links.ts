import type { Knex } from 'knex';

/**
 * Where a user may choose a password without knowing one: a link that an administrator makes. A user has one at most, and the
 * link itself is kept nowhere.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table identity.password_link (
      user_id uuid primary key references identity.user_account (id),
      digest bytea not null unique check (length(digest) = 32),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index password_link_expiry on identity.password_link (expires_at);
    grant select, insert, update, delete on identity.password_link to tollgate_admin;
    grant select, delete on identity.password_link to tollgate_account;
  `);
}
