import type { Knex } from 'knex';

/** Users, administrators and their sessions. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(USERS);
  await trx.raw(USER_SESSIONS);
  await trx.raw(ADMINISTRATORS);
  await trx.raw(GRANTS);
}

const USERS = `
create schema identity;
create table identity.user_account (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 200),
  password_hash text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  max_output_tokens integer check (max_output_tokens > 0),
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  password_changed_at timestamptz not null default now()
);

create table identity.setup (
  one boolean primary key default true check (one),
  user_id uuid not null references identity.user_account (id),
  at timestamptz not null default now()
);
`;

/**
 * A session is one login on one device. Its refresh secret rotates; the digests of rotated ones
 * stay as long as the session, because seeing one again means that two parties hold copies.
 */
const USER_SESSIONS = `
create table identity.session (
  id uuid primary key,
  user_id uuid not null references identity.user_account (id),
  user_agent text check (length(user_agent) <= 400),
  address text check (length(address) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (
    end_reason in ('logout', 'revoked', 'reuse', 'password_changed', 'status_changed', 'replaced')),
  check ((ended_at is null) = (end_reason is null))
);
create index session_of_user on identity.session (user_id, created_at desc);
create index session_open on identity.session (user_id) where ended_at is null;

create table identity.session_secret (
  digest bytea primary key check (length(digest) = 32),
  session_id uuid not null references identity.session (id) on delete cascade,
  issued_at timestamptz not null default now(),
  rotated_at timestamptz
);
create unique index session_secret_current
  on identity.session_secret (session_id) where rotated_at is null;
`;

const ADMINISTRATORS = `
create table identity.administrator (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 200),
  password_hash text not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  password_changed_at timestamptz not null default now()
);

create table identity.administrator_session (
  id uuid primary key,
  administrator_id uuid not null references identity.administrator (id),
  user_agent text check (length(user_agent) <= 400),
  address text check (length(address) <= 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index administrator_session_open
  on identity.administrator_session (administrator_id) where ended_at is null;
`;

const GRANTS = `
grant usage on schema identity
  to tollgate_account, tollgate_admin, tollgate_inference, tollgate_worker;
grant select, insert, update on identity.user_account to tollgate_account, tollgate_admin;
grant select on identity.setup to tollgate_account, tollgate_admin;
grant insert on identity.setup to tollgate_account;
grant select, insert, update on identity.session to tollgate_account;
grant select, update on identity.session to tollgate_admin;
grant select, insert, update on identity.session_secret to tollgate_account;
grant select, insert, update on identity.administrator, identity.administrator_session
  to tollgate_admin;
grant select, delete on identity.session, identity.session_secret, identity.administrator_session
  to tollgate_worker;
`;
