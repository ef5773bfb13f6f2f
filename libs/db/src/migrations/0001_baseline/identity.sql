-- Users, administrators and their sessions.

create schema identity;
grant usage on schema identity to tollgate_account, tollgate_admin, tollgate_inference,
  tollgate_worker;

create table identity.user_account (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 200),
  password_hash text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  max_output_tokens int check (max_output_tokens > 0),
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  password_changed_at timestamptz not null default now()
);
grant select, insert, update on identity.user_account to tollgate_account, tollgate_admin;

create table identity.setup (
  one boolean primary key default true check (one),
  user_id uuid not null references identity.user_account,
  at timestamptz not null default now()
);
grant select, insert on identity.setup to tollgate_account;
grant select on identity.setup to tollgate_admin;

-- A session is one login on one device. Its refresh secret rotates; the digests of rotated ones
-- stay as long as the session, because seeing one again means that two parties hold copies.
create table identity.session (
  id uuid primary key,
  user_id uuid not null references identity.user_account,
  user_agent text check (length(user_agent) <= 400),
  address text check (length(address) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
    check (end_reason in ('logout', 'revoked', 'reuse', 'password_changed',
      'status_changed', 'replaced')),
  check ((ended_at is null) = (end_reason is null))
);
create index session_of_user on identity.session (user_id, created_at desc);
create index session_open on identity.session (user_id) where ended_at is null;
create index session_over on identity.session (least(ended_at, expires_at));
grant select, insert, update on identity.session to tollgate_account;
grant select, update on identity.session to tollgate_admin;
grant select, delete on identity.session to tollgate_worker;

create table identity.session_secret (
  digest bytea primary key check (length(digest) = 32),
  session_id uuid not null references identity.session on delete cascade,
  issued_at timestamptz not null default now(),
  rotated_at timestamptz
);
create unique index session_secret_current on identity.session_secret (session_id)
  where rotated_at is null;
grant select, insert, update on identity.session_secret to tollgate_account;
grant select on identity.session_secret to tollgate_admin;
grant select, delete on identity.session_secret to tollgate_worker;

-- Whoever signs in through an OpenID provider is known by issuer and subject, has no password, and
-- keeps the unique `email` free for local administrators: `shown_as` is what people read. An
-- administrator can be removed for good; what they did stays in the trail under their address.
create table identity.administrator (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 200),
  password_hash text,
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  password_changed_at timestamptz not null default now(),
  role text not null default 'owner' check (role in ('owner', 'operator', 'finance', 'viewer')),
  issuer text check (length(issuer) between 1 and 2000),
  subject text check (length(subject) between 1 and 255),
  shown_as text check (length(shown_as) between 1 and 254),
  constraint administrator_of_one_kind check (
    case when issuer is null
      then subject is null and shown_as is null and password_hash is not null
      else subject is not null and shown_as is not null and password_hash is null
    end)
);
create unique index administrator_of_issuer on identity.administrator (issuer, subject)
  where issuer is not null;
grant select, insert, update, delete on identity.administrator to tollgate_admin;

create table identity.administrator_session (
  id uuid primary key,
  administrator_id uuid not null references identity.administrator,
  user_agent text check (length(user_agent) <= 400),
  address text check (length(address) <= 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index administrator_session_open on identity.administrator_session (administrator_id)
  where ended_at is null;
create index administrator_session_over
  on identity.administrator_session (least(ended_at, expires_at));
grant select, insert, update, delete on identity.administrator_session to tollgate_admin;
grant select, delete on identity.administrator_session to tollgate_worker;

-- Where a user may choose a password without knowing one: a link that an administrator makes. A
-- user has one at most, and the link itself is kept nowhere.
create table identity.password_link (
  user_id uuid primary key references identity.user_account,
  digest bytea not null unique check (length(digest) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_link_expiry on identity.password_link (expires_at);
grant select, delete on identity.password_link to tollgate_account;
grant select, insert, update, delete on identity.password_link to tollgate_admin;

-- A used state of a sign-in is kept until it would have ended by itself, so that no state is good
-- twice.
create table identity.used_sign_in (
  digest bytea primary key check (length(digest) = 32),
  expires_at timestamptz not null
);
create index used_sign_in_expiry on identity.used_sign_in (expires_at);
grant select, insert, delete on identity.used_sign_in to tollgate_admin;

-- One document of configuration is applied at a time.
create table identity.configuration_lease (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  administrator_id uuid not null references identity.administrator on delete cascade,
  document_sha256 text not null check (document_sha256 ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null
);
grant select, insert, update, delete on identity.configuration_lease to tollgate_admin;
