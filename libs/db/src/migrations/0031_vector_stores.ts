import type { Knex } from 'knex';

/**
 * Vector stores at providers, each with the users who may search it. A store lies in the account of
 * the operator, so that its id at the provider is no callers' business: they know it by ours. The
 * account service shows users what is theirs, and never reads where it lies.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table catalog.vector_store (
      id uuid primary key,
      credential_id uuid not null references catalog.provider_credential on delete cascade,
      provider text not null references catalog.provider(prefix),
      upstream_id text not null check (upstream_id ~ '^[A-Za-z0-9_-]{1,200}$'),
      user_id uuid references identity.user_account,
      name text not null check (length(name) between 1 and 200),
      created_by uuid not null,
      created_at timestamptz not null default now(),
      removed_at timestamptz check (removed_at >= created_at)
    );
    comment on column catalog.vector_store.upstream_id is
      'Its id at the provider, where the credential finds it. No caller reads it.';
    comment on column catalog.vector_store.user_id is 'Who may search it; null: all users.';
    create unique index vector_store_at_provider on catalog.vector_store (provider, upstream_id)
      where removed_at is null;
    create index vector_store_of_user on catalog.vector_store (user_id) where removed_at is null;
    grant select, insert on catalog.vector_store to tollgate_admin;
    grant update (removed_at) on catalog.vector_store to tollgate_admin;
    grant select on catalog.vector_store to tollgate_inference, tollgate_worker;
    grant select (id, provider, user_id, name, created_at, removed_at)
      on catalog.vector_store to tollgate_account;
  `);
}
