-- Providers, their credentials, models, prices, and what applies to single users.

create schema catalog;
grant usage on schema catalog to tollgate_account, tollgate_admin, tollgate_billing,
  tollgate_inference, tollgate_worker;

-- One prefix belongs to one family for good, so that a public id can never change its meaning.
create table catalog.provider (
  prefix text primary key check (prefix ~ '^[a-z][a-z0-9-]{0,30}$'),
  family text not null,
  created_at timestamptz not null default now(),
  unique (prefix, family)
);
grant select, insert on catalog.provider to tollgate_admin;
grant select on catalog.provider to tollgate_inference, tollgate_worker;

-- `secret_version` is the version of the secret that a document of configuration names. A sync has
-- ended when its end is younger than its start. Columns in seconds are null where the next wider
-- limit holds.
create table catalog.provider_credential (
  id uuid primary key,
  provider text not null,
  family text not null,
  name text not null check (length(name) between 1 and 200),
  base_url text not null check (length(base_url) <= 500),
  master_version text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  last4 text not null check (length(last4) <= 4),
  status text not null default 'active' check (status in ('active', 'disabled')),
  test_started_at timestamptz,
  tested_at timestamptz,
  test_failure text,
  test_message text check (length(test_message) <= 1000),
  sync_started_at timestamptz,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret_version text check (secret_version ~ '^[A-Za-z0-9._-]{1,64}$'),
  sync_ended_at timestamptz,
  sync_failure text,
  sync_message text check (length(sync_message) <= 1000),
  sync_counts jsonb check (jsonb_typeof(sync_counts) = 'object'),
  first_byte_seconds int check (first_byte_seconds between 1 and 3600),
  total_seconds int check (total_seconds between 1 and 3600),
  foreign key (provider, family) references catalog.provider(prefix, family)
);
create unique index provider_credential_name
  on catalog.provider_credential (provider, lower(name));
grant select, insert, update, delete on catalog.provider_credential to tollgate_admin;
grant select on catalog.provider_credential to tollgate_inference, tollgate_worker;
grant select (id, provider, status) on catalog.provider_credential to tollgate_account;

create table catalog.model (
  id uuid primary key,
  provider text not null,
  family text not null,
  upstream_model text not null check (length(upstream_model) between 1 and 200),
  public_id text not null unique,
  state text not null default 'discovered'
    check (state in ('discovered', 'approved', 'rejected')),
  enabled boolean not null default true,
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  contract jsonb check (jsonb_typeof(contract) = 'object'),
  hard_output_tokens int check (hard_output_tokens > 0),
  discovered_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_byte_seconds int check (first_byte_seconds between 1 and 3600),
  total_seconds int check (total_seconds between 1 and 3600),
  foreign key (provider, family) references catalog.provider(prefix, family),
  check (public_id = provider || '/' || upstream_model),
  check (state <> 'approved' or contract is not null)
);
create index model_of_provider on catalog.model (provider, state);
grant select on catalog.model to tollgate_account, tollgate_inference, tollgate_worker;
grant select, insert, update on catalog.model to tollgate_admin;
grant select (id, public_id) on catalog.model to tollgate_billing;

-- A name without a slash cannot be taken for a public id. Which models may be targets is judged
-- when they are chosen; a model that is disabled later stays a target and is passed over.
create table catalog.alias (
  id uuid primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  strategy text not null check (strategy in ('ordered', 'weighted')),
  enabled boolean not null default true,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
grant select on catalog.alias to tollgate_account, tollgate_inference, tollgate_worker;
grant select, insert, update, delete on catalog.alias to tollgate_admin;

create table catalog.alias_target (
  alias_id uuid not null references catalog.alias on delete cascade,
  position int not null check (position between 0 and 19),
  model_id uuid not null references catalog.model on delete cascade,
  weight int not null default 1 check (weight between 1 and 1000000),
  retries smallint not null default 0 check (retries between 0 and 3),
  primary key (alias_id, position),
  unique (alias_id, model_id)
);
create index alias_target_of_model on catalog.alias_target (model_id);
grant select on catalog.alias_target to tollgate_account, tollgate_inference, tollgate_worker;
grant select, insert, delete on catalog.alias_target to tollgate_admin;

-- The constraint on prices needs a function by this name; `libs/catalog/sql/prices.sql` replaces it
-- in the same transaction.
create function catalog.are_prices(prices jsonb)
returns boolean
language sql immutable
as 'select true';

-- A price is a whole number of pico-credits a token (or call) as a string, so that JSON cannot
-- round it. `long_context` is a list of `{above_input_tokens, prices}`, shortest first. Billing
-- reads price versions to rate every receipt again; secrets are for those who call providers.
create table catalog.price_version (
  id uuid primary key,
  model_id uuid not null references catalog.model,
  prices jsonb not null check (catalog.are_prices(prices)),
  effective_at timestamptz not null check (effective_at < 'infinity'),
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create index price_version_of_model
  on catalog.price_version (model_id, effective_at desc, id desc);
grant select on catalog.price_version to tollgate_account, tollgate_billing, tollgate_inference,
  tollgate_worker;
grant select, insert on catalog.price_version to tollgate_admin;

create table catalog.uplift_user (
  user_id uuid primary key references identity.user_account,
  bp int not null check (bp between 0 and 1000000),
  updated_at timestamptz not null default now()
);
grant select on catalog.uplift_user to tollgate_account, tollgate_billing, tollgate_inference,
  tollgate_worker;
grant select, insert, update, delete on catalog.uplift_user to tollgate_admin;

create table catalog.uplift_user_model (
  user_id uuid not null references identity.user_account,
  model_id uuid not null references catalog.model,
  bp int not null check (bp between 0 and 1000000),
  updated_at timestamptz not null default now(),
  primary key (user_id, model_id)
);
grant select on catalog.uplift_user_model to tollgate_account, tollgate_billing,
  tollgate_inference, tollgate_worker;
grant select, insert, update, delete on catalog.uplift_user_model to tollgate_admin;

create table catalog.user_model (
  user_id uuid not null references identity.user_account,
  model_id uuid not null references catalog.model,
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, model_id)
);
-- Who has chosen a model is asked before an administrator decides about it.
create index user_model_of_model on catalog.user_model (model_id, enabled);
grant select, insert, update on catalog.user_model to tollgate_account;
grant select on catalog.user_model to tollgate_admin, tollgate_inference, tollgate_worker;

-- Which uplift was in force when: the verifier rates with it. Triggers write it, so that nothing
-- that sets an uplift can forget it. `model_id` null: the uplift of the user on every model without
-- one of its own. `bp` null: from then on there is none. The row of nobody says from when on all
-- changes are known.
create table catalog.uplift_change (
  id bigint primary key generated always as identity,
  user_id uuid not null,
  model_id uuid,
  bp int check (bp between 0 and 1000000),
  at timestamptz not null
);
create index uplift_change_of_user on catalog.uplift_change (user_id, model_id, at desc, id desc);
grant select on catalog.uplift_change to tollgate_admin, tollgate_billing;
insert into catalog.uplift_change (user_id, at)
values ('00000000-0000-0000-0000-000000000000', '-infinity');

-- What processes have learned about credentials: which of them they leave alone now. A pause ends
-- by itself, so a process that died leaves nothing that counts.
create table catalog.credential_pause (
  credential_id uuid not null references catalog.provider_credential on delete cascade,
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
grant select on catalog.credential_pause to tollgate_admin;
grant select, insert, update, delete on catalog.credential_pause to tollgate_inference,
  tollgate_worker;

-- One row for a credential and an hour, whatever happens in it; hours that are over are deleted
-- after a day.
create table catalog.credential_hour (
  credential_id uuid not null references catalog.provider_credential on delete cascade,
  hour timestamptz not null,
  tries bigint not null check (tries >= 0),
  failed bigint not null,
  last_failure text check (length(last_failure) between 1 and 40),
  last_failure_at timestamptz,
  primary key (credential_id, hour),
  check (failed between 0 and tries),
  check ((last_failure is null) = (last_failure_at is null))
) with (fillfactor = 80);
grant select on catalog.credential_hour to tollgate_admin;
grant select, insert, update, delete on catalog.credential_hour to tollgate_inference,
  tollgate_worker;

-- The pause of a single model behind a credential; what holds for a whole credential stands in
-- `catalog.credential_pause`.
create table catalog.target_pause (
  credential_id uuid not null references catalog.provider_credential on delete cascade,
  model_id uuid not null references catalog.model on delete cascade,
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
grant select on catalog.target_pause to tollgate_admin;
grant select, insert, update, delete on catalog.target_pause to tollgate_inference,
  tollgate_worker;

-- Models that the provider of a credential does not know any more; a row is deleted when the model
-- answers again.
create table catalog.gone_target (
  credential_id uuid not null references catalog.provider_credential on delete cascade,
  model_id uuid not null references catalog.model on delete cascade,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (credential_id, model_id)
);
grant select on catalog.gone_target to tollgate_admin;
grant select, insert, update, delete on catalog.gone_target to tollgate_inference,
  tollgate_worker;
