-- How long what is kept, and what was purged when. The ledger has no category, and no role here can
-- touch it.

create schema retention;
grant usage on schema retention to tollgate_admin, tollgate_worker;

-- Only what an administrator has set; defaults and floors stand with the categories.
create table retention.policy (
  category text primary key,
  days int not null check (days between 1 and 36500),
  updated_at timestamptz not null default now(),
  updated_by uuid not null
);
grant select, insert, update on retention.policy to tollgate_admin;
grant select on retention.policy to tollgate_worker;

-- A purge is a row before it is a job. `scope` and `once_key` name it, so that asking again is the
-- same purge; the cutoff of each step is fixed when it is accepted. `claims` is the fence of every
-- write of a worker.
create table retention.purge (
  id uuid primary key,
  scope text not null,
  once_key text not null check (length(once_key) between 1 and 200),
  body_sha bytea not null check (length(body_sha) = 32),
  requested_by uuid,
  as_of timestamptz not null,
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  failure text check (length(failure) <= 500),
  claims int not null default 0,
  lease_until timestamptz,
  sent_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  unique (scope, once_key),
  check (state in ('done', 'failed') = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index purge_open on retention.purge (sent_at) where state in ('queued', 'running');
grant select, insert on retention.purge to tollgate_admin;
grant select, insert, update on retention.purge to tollgate_worker;

create table retention.purge_step (
  purge_id uuid not null references retention.purge,
  position smallint not null,
  category text not null,
  cutoff timestamptz not null,
  rows_expected bigint check (rows_expected >= 0),
  rows_purged bigint not null default 0 check (rows_purged >= 0),
  batches int not null default 0 check (batches >= 0),
  finished_at timestamptz,
  primary key (purge_id, position),
  unique (purge_id, category)
);
create index purge_step_by_cutoff on retention.purge_step (category, cutoff);
grant select, insert on retention.purge_step to tollgate_admin;
grant select, insert, update on retention.purge_step to tollgate_worker;
