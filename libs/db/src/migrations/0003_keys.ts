import type { Knex } from 'knex';

/** API keys of users and the view through which a call is admitted. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(KEYS);
  await trx.raw(ADMISSION);
  await trx.raw(GRANTS);
}

const KEYS = `
create schema keys;
create table keys.api_key (
  id uuid primary key,
  owner_id uuid not null references identity.user_account (id),
  name text not null check (length(name) between 1 and 100),
  mode text not null check (mode in ('live', 'test')),
  digest bytea not null unique check (length(digest) = 32),
  prefix text not null check (length(prefix) = 13),
  last4 text not null check (length(last4) = 4),
  status text not null default 'active' check (status in ('active', 'suspended')),
  suspended_by text check (suspended_by in ('user', 'platform')),
  default_reasoning_effort text,
  max_output_tokens integer check (max_output_tokens > 0),
  models text[],
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  own_limits jsonb not null default '{}' check (jsonb_typeof(own_limits) = 'object'),
  expires_at timestamptz check (expires_at < 'infinity'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  deleted_at timestamptz,
  check ((status = 'suspended') = (suspended_by is not null))
);
create index api_key_of_owner on keys.api_key (owner_id, created_at desc, id desc)
  where deleted_at is null;
`;

/**
 * A key and its owner's standing in one row. Deleted keys are not in it: they answer as unknown
 * ones do.
 */
const ADMISSION = `
create view keys.admission as
select
  api_key.id,
  api_key.digest,
  api_key.owner_id,
  owner.status as owner_status,
  owner.max_output_tokens as owner_max_output_tokens,
  owner.limits as owner_limits,
  api_key.name,
  api_key.mode,
  api_key.status,
  api_key.default_reasoning_effort,
  api_key.max_output_tokens,
  api_key.models,
  api_key.limits,
  api_key.own_limits,
  api_key.expires_at
from keys.api_key
join identity.user_account owner on owner.id = api_key.owner_id
where api_key.deleted_at is null;
`;

const GRANTS = `
grant usage on schema keys
  to tollgate_account, tollgate_admin, tollgate_inference, tollgate_worker;
grant select, insert, update on keys.api_key to tollgate_account, tollgate_admin;
grant select on keys.admission to tollgate_account, tollgate_inference, tollgate_worker;
grant select (id, last_used_at), update (last_used_at) on keys.api_key to tollgate_inference;
`;
