import type { Knex } from 'knex';

/**
 * Creations on the control planes by the `Idempotency-Key` they came under: a repeat makes nothing more. The secret of what was made is
 * in no table, so that a repeat is answered with the id alone. The raw key is never stored.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
create table requests.creation (
  actor_id uuid not null,
  key_sha bytea not null,
  fingerprint bytea not null,
  made_id uuid not null,
  created_at timestamptz not null default now(),
  tombstone_until timestamptz not null,
  primary key (actor_id, key_sha)
);
create index creation_tombstones on requests.creation (tombstone_until);
grant select, insert, update on requests.creation to tollgate_account, tollgate_admin;
grant select, delete on requests.creation to tollgate_worker;
`);
}
