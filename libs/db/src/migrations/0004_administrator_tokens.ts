import type { Knex } from 'knex';

/** Administrators have tokens for machines, which are kept as digests and end by themselves. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table identity.administrator_token (
      id uuid primary key,
      administrator_id uuid not null references identity.administrator,
      name text not null check (length(name) between 1 and 200),
      role text not null check (role in ('owner', 'operator', 'finance', 'viewer')),
      pepper_version text not null check (length(pepper_version) between 1 and 64),
      digest bytea not null unique check (length(digest) = 32),
      last4 text not null check (length(last4) = 4),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    );
    create index administrator_token_of on identity.administrator_token (administrator_id);
    grant select, insert, update, delete on identity.administrator_token to tollgate_admin;
  `);
}
