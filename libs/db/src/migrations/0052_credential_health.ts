import type { Knex } from 'knex';

/** What processes have learned about credentials: which of them they leave alone now, and how tries of the last day went, hour by hour. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(PAUSES);
  await trx.raw(HOURS);
  await trx.raw(GRANTS);
}

/** A pause ends by itself, so a process that died leaves nothing that counts. */
const PAUSES = `
create table catalog.credential_pause (
  credential_id uuid not null references catalog.provider_credential (id) on delete cascade,
  process_id uuid not null,
  service text not null check (length(service) between 1 and 40),
  state text not null check (state in ('paused', 'shut')),
  failure text not null check (length(failure) between 1 and 40),
  since timestamptz not null,
  ends_at timestamptz not null,
  primary key (credential_id, process_id)
);
create index credential_pause_of_process on catalog.credential_pause (process_id);
create index credential_pause_end on catalog.credential_pause (ends_at);
`;

/** One row for a credential and an hour, whatever happens in it; those of hours that are over are deleted after a day. */
const HOURS = `
create table catalog.credential_hour (
  credential_id uuid not null references catalog.provider_credential (id) on delete cascade,
  hour timestamptz not null,
  tries bigint not null check (tries >= 0),
  failed bigint not null check (failed between 0 and tries),
  last_failure text check (length(last_failure) between 1 and 40),
  last_failure_at timestamptz,
  primary key (credential_id, hour),
  check ((last_failure is null) = (last_failure_at is null))
) with (fillfactor = 80);
`;

const GRANTS = `
grant select, insert, update, delete on catalog.credential_pause, catalog.credential_hour
  to tollgate_inference, tollgate_worker;
grant select on catalog.credential_pause, catalog.credential_hour to tollgate_admin;
`;
