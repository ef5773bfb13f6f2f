-- Where owners want to be notified of events, what they are sent, and how each delivery goes.

create schema webhooks;
grant usage on schema webhooks to tollgate_account, tollgate_admin, tollgate_inference,
  tollgate_worker;

-- An endpoint belongs to a user, or to the operators, whose owner is the nil uuid. Its secret, and
-- the one before during an overlap, are sealed in one box. A deleted endpoint has no secret any
-- more and goes with the last of its deliveries.
create table webhooks.endpoint (
  id uuid primary key,
  owner_id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 200),
  events text[] not null check (cardinality(events) between 1 and 50),
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  pause_reason text check (pause_reason in ('failures', 'gone')),
  failures int not null default 0 check (failures >= 0),
  failing_since timestamptz,
  master_version text,
  wrapped_key bytea,
  box bytea,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((status = 'paused') = (pause_reason is not null)),
  check ((failures = 0) = (failing_since is null)),
  check ((deleted_at is null) = (box is not null)),
  check ((box is null) = (wrapped_key is null) and (box is null) = (master_version is null))
) with (fillfactor = 70);
create index endpoint_of_owner on webhooks.endpoint (owner_id, id) where deleted_at is null;
create index endpoint_deleted on webhooks.endpoint (deleted_at) where deleted_at is not null;
grant select, insert, update on webhooks.endpoint to tollgate_account, tollgate_admin;
grant select, update, delete on webhooks.endpoint to tollgate_worker;

-- What happened, once for all endpoints of an owner. The body is a text: every attempt sends and
-- signs the same bytes.
create table webhooks.message (
  id uuid primary key,
  owner_id uuid not null,
  type text not null,
  body text not null check (length(body) <= 20000),
  created_at timestamptz not null default now()
);
create index message_of_owner on webhooks.message (owner_id, id);
create index message_age on webhooks.message (created_at);
grant select, insert on webhooks.message to tollgate_account, tollgate_admin;
grant select, delete on webhooks.message to tollgate_worker;

-- One message on its way to one endpoint. `claims` is the fence of every write of a worker; `step`
-- is the position in the schedule of attempts. A dropped delivery was never begun or was given up,
-- because too many were open or the endpoint was paused; it can be sent again.
create table webhooks.delivery (
  endpoint_id uuid not null references webhooks.endpoint,
  message_id uuid not null references webhooks.message on delete cascade,
  owner_id uuid not null,
  state text not null default 'open'
    check (state in ('open', 'delivered', 'failed', 'dropped')),
  reason text
    check (reason in ('too_many_open', 'endpoint_paused', 'endpoint_deleted',
      'out_of_attempts', 'gone')),
  claims int not null default 0 check (claims >= 0),
  step int not null default 0 check (step >= 0),
  attempts int not null default 0 check (attempts >= 0),
  lease_owner uuid,
  lease_until timestamptz,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (endpoint_id, message_id),
  check ((state = 'open') = (ended_at is null)),
  check (state in ('open', 'delivered') = (reason is null))
) with (fillfactor = 70);
create index delivery_turns on webhooks.delivery (endpoint_id, due_at) where state = 'open';
create index delivery_due on webhooks.delivery (due_at) where state = 'open';
create index delivery_of_message on webhooks.delivery (message_id);
grant select, insert, update on webhooks.delivery to tollgate_account, tollgate_admin;
grant select, update, delete on webhooks.delivery to tollgate_worker;

create table webhooks.attempt (
  endpoint_id uuid not null,
  message_id uuid not null,
  number int not null check (number > 0),
  at timestamptz not null default now(),
  duration_ms int not null check (duration_ms >= 0),
  status int,
  failure text,
  answer text not null default '' check (length(answer) <= 1000),
  primary key (endpoint_id, message_id, number),
  foreign key (endpoint_id, message_id) references webhooks.delivery
    on delete cascade
);
grant select on webhooks.attempt to tollgate_account, tollgate_admin;
grant select, insert, delete on webhooks.attempt to tollgate_worker;

-- What the looks at credit know of users who want to be notified.
create table webhooks.credit_watch (
  user_id uuid primary key,
  threshold_n bigint check (threshold_n > 0),
  is_low boolean not null default false,
  exhausted_n bigint,
  armed_at timestamptz not null default now()
);
grant select, insert, update on webhooks.credit_watch to tollgate_account, tollgate_worker;

-- A row of an alarm is kept fresh for as long as the trouble lasts, so that each trouble is sent
-- once. Processes that only notice something call functions and read nothing.
create table webhooks.alarm (
  type text not null,
  subject text not null,
  raised_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (type, subject)
);
grant select, delete on webhooks.alarm to tollgate_worker;
