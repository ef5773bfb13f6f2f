-- What was changed by whom, and every request that was answered.

create schema audit;
grant usage on schema audit to tollgate_account, tollgate_admin, tollgate_billing,
  tollgate_inference, tollgate_worker;

-- A chain of hashes that the database itself makes; `libs/audit/sql/chain.sql` says of what.
create table audit.event (
  id uuid not null,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'administrator', 'system')),
  actor_id uuid,
  actor_label text not null check (length(actor_label) <= 300),
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  target_kind text not null check (target_kind ~ '^[a-z_]+$'),
  target_id uuid,
  user_id uuid,
  request_id text check (length(request_id) <= 200),
  address text check (length(address) <= 200),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  seq bigint not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (id, at)
) partition by range (at);
create table audit.event_default partition of audit.event default;
create index event_of_target on audit.event (target_id, action);
create index event_of_user on audit.event (user_id, seq desc);
create index event_of_action on audit.event (action, seq desc);
create unique index event_in_chain on audit.event (seq, at);
grant select on audit.event to tollgate_admin, tollgate_worker;
grant select (at, action, target_id, user_id, details) on audit.event to tollgate_billing;

create table audit.access_event (
  id uuid not null,
  at timestamptz not null default now(),
  method text not null,
  path text not null,
  route text,
  status_code smallint not null,
  error_code text,
  actor_kind text not null
    check (actor_kind in ('none', 'user', 'administrator', 'key', 'service')),
  actor_id uuid,
  user_id uuid,
  request_id text not null,
  address text not null,
  user_agent text,
  duration_ms int not null,
  op_id uuid,
  primary key (id, at)
) partition by range (at);
create table audit.access_event_default partition of audit.access_event default;
create index access_event_of_user on audit.access_event (user_id, id desc);
comment on column audit.access_event.op_id is 'The operation that credit was held for.';
grant insert on audit.access_event to tollgate_account, tollgate_inference;
grant select, insert on audit.access_event to tollgate_admin;
grant select on audit.access_event to tollgate_worker;
grant select (id, at, actor_id, user_id, op_id) on audit.access_event to tollgate_billing;

-- The end of the chain, and the last event that a purge has taken from its start.
create table audit.chain (
  one boolean primary key default true check (one),
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex') check (length(hash) = 32),
  at timestamptz not null default '-infinity',
  anchor_seq bigint not null default 0,
  anchor_hash bytea not null default decode(repeat('00', 32), 'hex')
    check (length(anchor_hash) = 32),
  anchor_at timestamptz,
  check (anchor_seq between 0 and seq)
);
grant select on audit.chain to tollgate_admin, tollgate_worker;
grant select (anchor_at) on audit.chain to tollgate_billing;
insert into audit.chain default values;

-- Services hand events in; at commit, when everything else of the transaction is done, they are put
-- on the chain. So the lock of its end is the last one that a transaction takes and the shortest.
create table audit.handed_in (
  id uuid primary key,
  actor_kind text not null,
  actor_id uuid,
  actor_label text not null,
  action text not null,
  target_kind text not null,
  target_id uuid,
  user_id uuid,
  request_id text,
  address text,
  details jsonb not null default '{}'
);
grant insert on audit.handed_in to tollgate_account, tollgate_admin, tollgate_worker;

insert into maintenance.partitioned (parent, key_kind)
values ('audit.event', 'time'), ('audit.access_event', 'time');
