import type { Knex } from 'knex';

/**
 * What processes have learned about single models behind a credential: which of them they leave alone now, and which the provider does not know any more.
 * What holds for a whole credential stays in `catalog.credential_pause`.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(PAUSES);
  await trx.raw(GONE);
  await trx.raw(GRANTS);
}

/** A pause ends by itself, so a process that died leaves nothing that counts. */
const PAUSES = `
create table catalog.target_pause (
  credential_id uuid not null references catalog.provider_credential (id) on delete cascade,
  model_id uuid not null references catalog.model (id) on delete cascade,
  process_id uuid not null,
  service text not null check (length(service) between 1 and 40),
  state text not null check (state in ('paused', 'shut')),
  failure text not null check (length(failure) between 1 and 40),
  since timestamptz not null,
  ends_at timestamptz not null,
  primary key (credential_id, model_id, process_id)
);
create index target_pause_of_process on catalog.target_pause (process_id);
create index target_pause_end on catalog.target_pause (ends_at);
`;

/** One row for a model at a credential, deleted when the model answers again. */
const GONE = `
create table catalog.gone_target (
  credential_id uuid not null references catalog.provider_credential (id) on delete cascade,
  model_id uuid not null references catalog.model (id) on delete cascade,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (credential_id, model_id)
);
`;

const GRANTS = `
grant select, insert, update, delete on catalog.target_pause, catalog.gone_target
  to tollgate_inference, tollgate_worker;
grant select on catalog.target_pause, catalog.gone_target to tollgate_admin;
`;
