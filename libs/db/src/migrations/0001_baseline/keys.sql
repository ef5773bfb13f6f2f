-- API keys of users; the view through which a call is admitted stands in `libs/keys/sql/views.sql`.

create schema keys;
grant usage on schema keys to tollgate_account, tollgate_admin, tollgate_billing,
  tollgate_inference, tollgate_worker;

-- `pepper_version` says which pepper the digest is of, so that the pepper can be exchanged while
-- keys are in use. Inference alone sees secrets, and it may change a key through a function only.
-- `expiry_told` is the end that the owner was notified of, so that each end is notified of once.
create table keys.api_key (
  id uuid primary key,
  owner_id uuid not null references identity.user_account,
  name text not null check (length(name) between 1 and 100),
  mode text not null check (mode in ('live', 'test')),
  digest bytea not null unique check (length(digest) = 32),
  prefix text not null check (length(prefix) = 13),
  last4 text not null check (length(last4) = 4),
  status text not null default 'active' check (status in ('active', 'suspended')),
  suspended_by text check (suspended_by in ('user', 'platform')),
  default_reasoning_effort text,
  max_output_tokens int check (max_output_tokens > 0),
  models text[],
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  own_limits jsonb not null default '{}' check (jsonb_typeof(own_limits) = 'object'),
  expires_at timestamptz check (expires_at < 'infinity'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  deleted_at timestamptz,
  pepper_version text not null default 'v1' check (length(pepper_version) between 1 and 40),
  expiry_told timestamptz,
  check ((status = 'suspended') = (suspended_by is not null))
);
create index api_key_of_owner on keys.api_key (owner_id, created_at desc, id desc)
  where deleted_at is null;
create index api_key_expiry_untold on keys.api_key (expires_at)
  where deleted_at is null and expires_at is distinct from expiry_told;
-- Whoever finds a leaked key has its text or both of its ends.
create index api_key_by_ends on keys.api_key (prefix, last4) where deleted_at is null;
create index api_key_of_model on keys.api_key using gin (models)
  where models is not null and deleted_at is null;
grant select, insert, update on keys.api_key to tollgate_account, tollgate_admin;
grant select (id, owner_id, name, expires_at, deleted_at, expiry_told)
  on keys.api_key to tollgate_worker;
grant update (expiry_told) on keys.api_key to tollgate_worker;
grant select (id, owner_id) on keys.api_key to tollgate_billing;
grant select (id, last_used_at) on keys.api_key to tollgate_inference;
grant update (last_used_at) on keys.api_key to tollgate_inference;

-- By how much the prompts of an owner came out above their bound.
create table keys.overrun (
  owner_id uuid primary key references identity.user_account,
  factor double precision not null check (factor > 1 and factor <= 1000),
  at timestamptz not null default now()
);

-- Overruns that a wider bound did not end: until the owner has behaved for a day, calls of the
-- model are held at the worst that was seen.
create table keys.persistent_overrun (
  owner_id uuid not null references identity.user_account,
  model_id uuid not null,
  ratio double precision not null check (ratio > 1),
  excess bigint not null check (excess > 0),
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (owner_id, model_id)
);
create index persistent_overrun_of_model on keys.persistent_overrun (model_id, at);
comment on column keys.persistent_overrun.ratio is
  'The most tokens that the provider has counted for each token of the bound.';
comment on column keys.persistent_overrun.excess is
  'The most tokens that the provider has counted above the bound.';
