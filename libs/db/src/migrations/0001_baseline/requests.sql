-- What was called: request records and their sums, the names under which callers may repeat a
-- request, operations and videos.

create schema requests;
grant usage on schema requests to tollgate_account, tollgate_admin, tollgate_billing,
  tollgate_inference, tollgate_worker;

-- One row for every request. `usage_suspect` and `reported` stand where the usage that the provider
-- reported is in doubt; `alias` and `tries` show by which alias a call came to its model and what
-- was tried for it.
create table requests.record (
  id uuid not null,
  at timestamptz not null default now(),
  request_id text not null,
  user_id uuid not null,
  api_key_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  route text not null,
  model_requested text,
  provider text,
  model text,
  stream boolean not null,
  async boolean not null,
  status int not null,
  outcome text not null
    check (outcome in ('served', 'refused', 'failed', 'partial', 'client_gone', 'replayed')),
  error_code text,
  attempt int not null,
  usage jsonb,
  usage_source text,
  charged_n bigint not null check (charged_n >= 0),
  price_version_id uuid,
  uplift_bp int,
  receipt jsonb,
  output_policy text,
  effective_max_tokens int,
  queue_ms int,
  upstream_ms int,
  first_token_ms int,
  total_ms int not null,
  alias text,
  tries jsonb,
  session_id text,
  reported jsonb,
  usage_suspect text,
  primary key (id, at)
) partition by range (at);
create table requests.record_default partition of requests.record default;
create index record_by_user on requests.record (user_id, at desc);
create index record_by_key on requests.record (api_key_id, at desc);
create index record_by_time on requests.record (at desc, id desc);
create index record_out_of_credit on requests.record (user_id, at)
  where error_code = 'insufficient_credit';
-- Whoever complains names the request.
create index record_by_request_id on requests.record (request_id);
-- What uplifts have earned is added up from records; those without an uplift earn nothing and stay
-- out of the index.
create index record_with_uplift on requests.record (at) include (uplift_bp, charged_n)
  where uplift_bp > 0;
comment on column requests.record.session_id is
  'What the caller says that the request belongs to, by a header; null where none can be used.';
comment on column requests.record.reported is
  'What the provider reported, where that cannot be and the request was charged by our own count.';
comment on column requests.record.usage_suspect is
  'What is wrong with the usage that the provider reported; null where nothing is.';
grant select on requests.record to tollgate_account, tollgate_admin;
grant select, insert on requests.record to tollgate_inference, tollgate_worker;
grant select (id, at, user_id, api_key_id, mode, model, outcome, attempt, usage, usage_source,
  charged_n, price_version_id, uplift_bp, receipt, queue_ms)
  on requests.record to tollgate_billing;

-- The raw key is never stored. An attempt belongs to one process, which keeps its lease up while it
-- runs. `async`: the operation's own row says how it stands.
create table requests.idempotency (
  user_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  key_sha bytea not null,
  fingerprint bytea not null,
  op_id uuid not null,
  attempt int not null default 1 check (attempt > 0),
  state text not null check (state in ('running', 'open', 'async', 'done')),
  owner uuid not null,
  lease_until timestamptz not null,
  request_id text not null,
  status int,
  headers jsonb,
  body bytea,
  stored boolean not null default false,
  created_at timestamptz not null default now(),
  body_expires_at timestamptz not null,
  tombstone_until timestamptz not null,
  primary key (user_id, mode, key_sha)
);
create index idempotency_running on requests.idempotency (owner) where state = 'running';
create index idempotency_bodies on requests.idempotency (body_expires_at) where stored;
create index idempotency_tombstones on requests.idempotency (tombstone_until);
grant select on requests.idempotency to tollgate_admin;
grant select, insert, update, delete on requests.idempotency to tollgate_inference,
  tollgate_worker;
grant select (user_id, mode, op_id, state, status) on requests.idempotency to tollgate_billing;

-- One accepted asynchronous operation. What is to be run is sealed under its own data key and goes
-- with the end. `claims` is the fence of every write of a worker. An answer and its charge
-- (`settlement`) stand here before billing hears of them, so that a worker that dies in between has
-- lost nothing.
create table requests.operation (
  id uuid primary key,
  user_id uuid not null,
  api_key_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  route text not null,
  request_id text not null,
  master_version text,
  wrapped_key bytea,
  box bytea,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  claims int not null default 0 check (claims >= 0),
  dispatches int not null default 0 check (dispatches between 0 and 2),
  lease_owner uuid,
  lease_until timestamptz,
  enqueued_at timestamptz not null default now(),
  status int,
  headers jsonb,
  body bytea,
  settlement jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null,
  slot_id uuid,
  slot_keys text[] not null default '{}',
  record_facts jsonb,
  end_is_told boolean not null default false,
  check (state in ('queued', 'running') = (box is not null)),
  check (state in ('done', 'failed') = (finished_at is not null)),
  check (finished_at is null or status is not null and body is not null)
);
create index operation_active on requests.operation (enqueued_at)
  where state in ('queued', 'running');
create index operation_expiry on requests.operation (expires_at) where finished_at is not null;
create index operation_turns on requests.operation (user_id, mode, created_at)
  where state in ('queued', 'running');
create index operation_slots on requests.operation (id)
  where state in ('queued', 'running') and slot_id is not null;
create index operation_of_user on requests.operation (user_id, id desc);
create index operation_untold on requests.operation (finished_at)
  where finished_at is not null and not end_is_told;
comment on column requests.operation.slot_id is
  'Under which the operation holds a place in each of slot_keys, in Redis. Null: its key and its owner have no such limit.';
comment on column requests.operation.record_facts is
  'Model, price, tries and times of the answer that is kept, for the record that another worker may write.';
grant select on requests.operation to tollgate_admin;
grant select, insert on requests.operation to tollgate_inference;
grant select, update, delete on requests.operation to tollgate_worker;
grant select (id, user_id, api_key_id, mode, route, request_id, state, status, body, created_at,
  finished_at, expires_at)
  on requests.operation to tollgate_account;
grant select (id, user_id, api_key_id, mode, dispatches, created_at)
  on requests.operation to tollgate_billing;

create table requests.rollup_kind (
  id int primary key generated always as identity,
  mode text not null,
  provider text not null,
  model text not null,
  route text not null,
  status int not null,
  outcome text not null,
  error_code text not null,
  alias text not null default '',
  constraint rollup_kind_is_one unique (mode, provider, model, alias, route, status,
    outcome, error_code)
);
comment on table requests.rollup_kind is 'An empty text stands for none.';
grant select on requests.rollup_kind to tollgate_account, tollgate_admin, tollgate_worker;

-- Sums of request records by hour, day and month, kept by the trigger of the records in their
-- transaction. `all_…` rows sum up everybody and have the nil uuid for user and key; `key_…` rows
-- are of one key. What requests were is written once, in `rollup_kind`. A histogram is one number:
-- how many fell into bin b are its digits 12b to 12b + 11, so that histograms are added like any
-- other number. The months of keys are there because the days of every key are as many rows as
-- requests where keys ask seldom.
create table requests.rollup (
  level text not null
    check (level in ('all_hour', 'all_day', 'key_hour', 'key_day', 'key_month')),
  bucket timestamptz not null,
  user_id uuid not null,
  api_key_id uuid not null,
  kind_id int not null,
  requests bigint not null,
  input_tokens bigint not null,
  cache_read_tokens bigint not null,
  cache_write_tokens bigint not null,
  output_tokens bigint not null,
  reasoning_tokens bigint not null,
  charged_n bigint not null,
  total_histogram numeric not null,
  first_token_histogram numeric not null,
  primary key (level, bucket, user_id, api_key_id, kind_id)
) with (fillfactor = 80);
create index rollup_of_user on requests.rollup (user_id, level, bucket)
  where user_id <> '00000000-0000-0000-0000-000000000000';
create index rollup_of_key on requests.rollup (api_key_id, level, bucket)
  where user_id <> '00000000-0000-0000-0000-000000000000';
grant select on requests.rollup to tollgate_account, tollgate_admin, tollgate_inference,
  tollgate_worker;
grant select (level, bucket, user_id, api_key_id, kind_id, requests, charged_n)
  on requests.rollup to tollgate_billing;

-- Session ids are whatever callers write, so that these sums go with the records. They also say
-- where the records of a session are, which spares the records an index.
create table requests.session_day (
  bucket timestamptz not null,
  user_id uuid not null,
  session_id text not null,
  mode text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  requests bigint not null,
  input_tokens bigint not null,
  cache_read_tokens bigint not null,
  cache_write_tokens bigint not null,
  output_tokens bigint not null,
  reasoning_tokens bigint not null,
  charged_n bigint not null,
  primary key (bucket, user_id, session_id, mode)
) with (fillfactor = 80);
create index session_day_by_user on requests.session_day (user_id, bucket);
create index session_day_by_session on requests.session_day (session_id, bucket);
comment on table requests.session_day is 'Sums of request records by day and session.';
grant select on requests.session_day to tollgate_account, tollgate_admin;

-- What is to be made is sealed under its own data key and goes with the end. `claims` is the fence
-- of every write of a worker. `submitting` stands before a provider is called, so that a video
-- whose provider may have heard of it is never begun again; `job` is the provider's name of it.
-- Nothing of a file is known before the file lies in the store whole, and nothing is charged before
-- that is known. `held_n` is what is kept from the owner's wallet meanwhile.
create table requests.video (
  id uuid primary key,
  user_id uuid not null,
  api_key_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  request_id text not null,
  model text not null,
  terms jsonb not null,
  catalog_revision text not null,
  master_version text,
  wrapped_key bytea,
  box bytea,
  state text not null default 'queued'
    check (state in ('queued', 'submitting', 'working', 'indeterminate', 'completed', 'failed')),
  claims int not null default 0 check (claims >= 0),
  tries int not null default 0 check (tries >= 0),
  lease_owner uuid,
  lease_until timestamptz,
  due_at timestamptz not null default now(),
  way jsonb,
  job text,
  percent int check (percent between 0 and 100),
  submitted_at timestamptz,
  gives_up_at timestamptz not null,
  error_code text,
  error_message text,
  usage jsonb,
  charged_n bigint check (charged_n >= 0),
  media_bytes bigint check (media_bytes > 0),
  media_sha256 bytea,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  deleted_at timestamptz,
  media_facts jsonb,
  held_n bigint check (held_n >= 0),
  end_is_told boolean not null default false,
  tries_kind text check (tries_kind in ('made', 'nothing', 'unknown')),
  check (state in ('completed', 'failed') = (finished_at is not null)),
  check ((finished_at is null) = (box is not null)),
  check ((state = 'failed') = (error_code is not null)),
  check (state <> 'completed' or charged_n is not null),
  check (media_bytes is null or state <> 'failed'),
  check ((media_bytes is null) = (media_sha256 is null)),
  check (deleted_at is null or finished_at is not null)
);
create index video_due on requests.video (due_at) where finished_at is null;
create index video_by_owner on requests.video (user_id, mode, id);
create index video_files on requests.video (expires_at) where media_bytes is not null;
create index video_deleted on requests.video (deleted_at) where deleted_at is not null;
create index video_ended on requests.video (finished_at) where finished_at is not null;
create index video_untold on requests.video (finished_at)
  where finished_at is not null and not end_is_told;
create index video_of_user on requests.video (user_id, id desc) where deleted_at is null;
comment on table requests.video is 'Videos and how they stand.';
comment on column requests.video.media_facts is
  'Seconds, width and height as they stand in the file; null where nobody has looked.';
comment on column requests.video.tries_kind is
  'What the failures that tries counts have in common: a video that is made and not delivered, no answer, or a job that the provider does not know.';
grant select, insert on requests.video to tollgate_inference;
grant select, update, delete on requests.video to tollgate_worker;
grant select (id, user_id, api_key_id, mode, state, usage, held_n)
  on requests.video to tollgate_billing;
grant select (id, user_id, api_key_id, mode, request_id, model, terms, state, percent, error_code,
  error_message, usage, charged_n, media_bytes, created_at, finished_at, expires_at, deleted_at,
  media_facts, held_n)
  on requests.video to tollgate_account;
grant select (id, user_id, api_key_id, mode, request_id, model, state, tries, due_at, job,
  submitted_at, gives_up_at, media_bytes, created_at, finished_at, deleted_at, held_n)
  on requests.video to tollgate_admin;
grant update (due_at, gives_up_at) on requests.video to tollgate_admin;
grant update (expires_at, deleted_at) on requests.video to tollgate_inference;

-- What providers say they served, beside what the ledger says, by day and model. A report's own
-- text is not kept; what one name of an administrator's choice has begun is begun once.
create table requests.reconciliation (
  id uuid primary key,
  created_by uuid not null,
  once_key text not null,
  body_sha bytea not null check (length(body_sha) = 32),
  provider text not null,
  format text not null,
  tolerance_bp int not null check (tolerance_bp between 0 and 10000),
  has_tokens boolean not null,
  first_day date not null,
  last_day date not null,
  next_day date not null,
  rows_read int not null check (rows_read >= 0),
  rows_left_out int not null,
  counts jsonb check (jsonb_typeof(counts) = 'object'),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (created_by, once_key),
  check (last_day >= first_day),
  check (next_day between first_day and last_day + 1),
  check (rows_left_out between 0 and rows_read),
  check ((finished_at is null) = (counts is null)),
  check (finished_at is null or next_day > last_day)
);
create index reconciliation_waiting on requests.reconciliation (id) where finished_at is null;
comment on column requests.reconciliation.next_day is 'The first day that is not compared yet.';
grant select, insert, delete on requests.reconciliation to tollgate_admin;
grant select on requests.reconciliation to tollgate_worker;
grant update (next_day, counts, finished_at) on requests.reconciliation to tollgate_worker;

create table requests.reconciliation_line (
  reconciliation_id uuid not null references requests.reconciliation on delete cascade,
  day date not null,
  model text not null collate "C",
  is_reported boolean not null,
  reported_input bigint check (reported_input >= 0),
  reported_cache_read bigint check (reported_cache_read >= 0),
  reported_cache_write bigint check (reported_cache_write >= 0),
  reported_output bigint check (reported_output >= 0),
  reported_requests bigint check (reported_requests >= 0),
  reported_cost_n bigint,
  book_input bigint,
  book_cache_read bigint,
  book_cache_write bigint,
  book_output bigint,
  book_requests bigint,
  book_charged_n bigint,
  status text check (status in ('equal', 'differs', 'report_only', 'book_only')),
  apart text[] not null default '{}',
  book_suspect jsonb check (jsonb_typeof(book_suspect) = 'object'),
  primary key (reconciliation_id, day, model)
);
comment on column requests.reconciliation_line.status is 'Null until the day is compared.';
comment on column requests.reconciliation_line.book_suspect is
  'Requests whose reported usage is in doubt, by what is wrong; null where there are none.';
grant select, insert on requests.reconciliation_line to tollgate_admin, tollgate_worker;
grant update (book_input, book_cache_read, book_cache_write, book_output, book_requests,
  book_charged_n, status, apart, book_suspect)
  on requests.reconciliation_line to tollgate_worker;

-- What processes have set aside because billing refused it for good, as administrators see it, and
-- their wish to have it sent again. The files beside a spool are the truth. A spool keeps its id
-- when another process goes on with it.
create table requests.spool (
  id uuid primary key,
  service text not null check (length(service) between 1 and 40),
  host text not null check (length(host) between 1 and 253),
  set_aside int not null check (set_aside >= 0),
  looked_at timestamptz not null,
  asked_at timestamptz,
  put_back int not null default 0 check (put_back >= 0),
  answered_at timestamptz
);
create index spool_look on requests.spool (looked_at);
comment on column requests.spool.asked_at is
  'When an administrator last wanted all of it put back.';
comment on column requests.spool.put_back is 'How many were put back since then.';
grant select on requests.spool to tollgate_admin;
grant select, insert, delete on requests.spool to tollgate_inference, tollgate_worker;
grant update (service, host, set_aside, looked_at, put_back, answered_at)
  on requests.spool to tollgate_inference, tollgate_worker;
grant update (asked_at, put_back, answered_at) on requests.spool to tollgate_admin;

create table requests.quarantined (
  spool_id uuid not null references requests.spool on delete cascade,
  n int not null check (n between 1 and 100),
  at timestamptz,
  kind text check (kind in ('settle', 'release', 'loss')),
  reason text not null check (length(reason) <= 500),
  op_id uuid,
  attempt int,
  user_id uuid,
  primary key (spool_id, n)
);
comment on table requests.quarantined is
  'The newest of each spool; those that cannot be read have no kind.';
grant select on requests.quarantined to tollgate_admin;
grant select, insert, delete on requests.quarantined to tollgate_inference, tollgate_worker;

-- One row for a model, so that a provider that goes wrong with every call fills nothing.
create table requests.implausible_usage (
  model text primary key check (length(model) between 1 and 300),
  provider text not null check (length(provider) between 1 and 100),
  op_id uuid not null,
  reported jsonb not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on column requests.implausible_usage.op_id is 'The newest operation with such a report.';
grant select on requests.implausible_usage to tollgate_admin;
grant select, insert, update on requests.implausible_usage to tollgate_inference, tollgate_worker;

-- How far request records are complete, so that a worker that was away goes on where it stopped.
create table requests.completion (
  only_one boolean primary key default true check (only_one),
  completed_until timestamptz not null
);
comment on table requests.completion is
  'The moment until which the charges of the ledger have been compared with request records.';
grant select on requests.completion to tollgate_worker;
grant update (completed_until) on requests.completion to tollgate_worker;
insert into requests.completion (completed_until) values (now());

-- One row for each span whose records the database refuses, so that all others are completed
-- meanwhile.
create table requests.completion_gap (
  from_moment timestamptz primary key,
  until_moment timestamptz not null,
  reason text not null check (length(reason) <= 1000),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  check (until_moment > from_moment)
);
comment on table requests.completion_gap is
  'Spans whose charges could not be compared with request records; each run tries them again.';
grant select, insert, update, delete on requests.completion_gap to tollgate_worker;

-- Written with the records of live keys, whose providers a reconciliation asks.
create table requests.suspect_day (
  day date not null,
  provider text not null collate "C",
  model text not null collate "C",
  reason text not null check (length(reason) between 1 and 100),
  requests bigint not null check (requests > 0),
  primary key (provider, day, model, reason)
);
grant select on requests.suspect_day to tollgate_admin;
grant select, insert, update on requests.suspect_day to tollgate_inference, tollgate_worker;

-- Creations on the control planes by the `Idempotency-Key` they came under: a repeat makes nothing
-- more. The secret of what was made is in no table, so that a repeat is answered with the id alone.
-- The raw key is never stored.
create table requests.creation (
  actor_id uuid not null,
  key_sha bytea not null,
  fingerprint bytea not null,
  made_id uuid not null,
  created_at timestamptz not null default now(),
  tombstone_until timestamptz not null,
  primary key (actor_id, key_sha)
);
create index creation_tombstones on requests.creation (tombstone_until);
grant select, insert, update on requests.creation to tollgate_account, tollgate_admin;
grant select, delete on requests.creation to tollgate_worker;

insert into maintenance.partitioned (parent, key_kind) values ('requests.record', 'time');
