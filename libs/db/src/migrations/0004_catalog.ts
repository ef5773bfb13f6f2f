import type { Knex } from 'knex';

/** Providers, their credentials, models, prices, and what applies to single users. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(CREDENTIALS);
  await trx.raw(MODELS);
  await trx.raw(ALIASES);
  await trx.raw(PRICES);
  await trx.raw(USERS);
  await trx.raw(GRANTS);
}

/** One prefix belongs to one family for good, so that a public id can never change its meaning. */
const CREDENTIALS = `
create schema catalog;
create table catalog.provider (
  prefix text primary key check (prefix ~ '^[a-z][a-z0-9-]{0,30}$'),
  family text not null,
  created_at timestamptz not null default now(),
  unique (prefix, family)
);

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
  foreign key (provider, family) references catalog.provider (prefix, family)
);
create unique index provider_credential_name on catalog.provider_credential (provider, lower(name));
`;

const MODELS = `
create table catalog.model (
  id uuid primary key,
  provider text not null,
  family text not null,
  upstream_model text not null check (length(upstream_model) between 1 and 200),
  public_id text not null unique check (public_id = provider || '/' || upstream_model),
  state text not null default 'discovered' check (state in ('discovered', 'approved', 'rejected')),
  enabled boolean not null default true,
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  contract jsonb check (jsonb_typeof(contract) = 'object'),
  hard_output_tokens integer check (hard_output_tokens > 0),
  discovered_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (provider, family) references catalog.provider (prefix, family),
  check (state <> 'approved' or contract is not null)
);
create index model_of_provider on catalog.model (provider, state);
`;

/**
 * A name without a slash can not be taken for a public id. Which models may be targets is judged when they are chosen; a model
 * that is switched off later stays a target and is passed over.
 */
const ALIASES = `
create table catalog.alias (
  id uuid primary key,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  strategy text not null check (strategy in ('ordered', 'weighted')),
  enabled boolean not null default true,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table catalog.alias_target (
  alias_id uuid not null references catalog.alias (id) on delete cascade,
  position integer not null check (position between 0 and 19),
  model_id uuid not null references catalog.model (id) on delete cascade,
  weight integer not null default 1 check (weight between 1 and 1000000),
  primary key (alias_id, position),
  unique (alias_id, model_id)
);
create index alias_target_of_model on catalog.alias_target (model_id);
`;

/** A price is a whole number of pico-credits a token (or call) as a string, so that JSON can not round it. */
const PRICES = `
create function catalog.are_prices(prices jsonb) returns boolean
language sql immutable as $$
  select jsonb_typeof(prices) = 'object' and prices <> '{}'::jsonb and not exists (
    select from jsonb_each(prices) as price (dimension, amount)
    where price.dimension not in
        ('input', 'cache_read', 'cache_write', 'output', 'reasoning', 'request')
      or jsonb_typeof(price.amount) <> 'string'
      or price.amount #>> '{}' !~ '^(0|[1-9][0-9]{0,15})$')
$$;

create table catalog.price_version (
  id uuid primary key,
  model_id uuid not null references catalog.model (id),
  prices jsonb not null check (catalog.are_prices(prices)),
  effective_at timestamptz not null check (effective_at < 'infinity'),
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create index price_version_of_model on catalog.price_version (model_id, effective_at desc, id desc);

create function catalog.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'prices are never changed, only followed by others' using errcode = '42501';
end
$$;
create trigger price_version_is_final before update or delete on catalog.price_version
  for each row execute function catalog.refuse_change();
`;

const USERS = `
create table catalog.uplift_user (
  user_id uuid primary key references identity.user_account (id),
  bp integer not null check (bp between 0 and 1000000),
  updated_at timestamptz not null default now()
);
create table catalog.uplift_user_model (
  user_id uuid not null references identity.user_account (id),
  model_id uuid not null references catalog.model (id),
  bp integer not null check (bp between 0 and 1000000),
  updated_at timestamptz not null default now(),
  primary key (user_id, model_id)
);
create table catalog.user_model (
  user_id uuid not null references identity.user_account (id),
  model_id uuid not null references catalog.model (id),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, model_id)
);
`;

/** Billing reads price versions to rate every receipt again; secrets are for those who call providers. */
const GRANTS = `
grant usage on schema catalog
  to tollgate_account, tollgate_admin, tollgate_billing, tollgate_inference, tollgate_worker;
grant select on catalog.price_version to tollgate_billing;

grant select on all tables in schema catalog to tollgate_inference, tollgate_worker;

grant select on catalog.model, catalog.price_version, catalog.uplift_user,
  catalog.uplift_user_model, catalog.user_model to tollgate_account;
grant select (id, provider, status) on catalog.provider_credential to tollgate_account;
grant insert, update on catalog.user_model to tollgate_account;

grant select on all tables in schema catalog to tollgate_admin;
grant insert on catalog.provider, catalog.price_version to tollgate_admin;
grant insert, update, delete on catalog.provider_credential to tollgate_admin;
grant insert, update on catalog.model to tollgate_admin;
grant insert, update, delete on catalog.alias to tollgate_admin;
grant insert, delete on catalog.alias_target to tollgate_admin;
grant insert, update, delete on catalog.uplift_user, catalog.uplift_user_model to tollgate_admin;
`;
