import type { Knex } from 'knex';

/** One row for every request, and the names under which callers may repeat one. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(RECORDS);
  await trx.raw(IDEMPOTENCY);
  await trx.raw(OPERATION);
}

const RECORDS = `
create schema requests;
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
  primary key (id, at)
) partition by range (at);
create index record_by_user on requests.record (user_id, at desc);
create index record_by_key on requests.record (api_key_id, at desc);
select maintenance.register_partitioned('requests.record', 'time');

grant usage on schema requests
  to tollgate_inference, tollgate_worker, tollgate_account, tollgate_admin;
grant select, insert on requests.record to tollgate_inference, tollgate_worker;
grant select on requests.record to tollgate_account, tollgate_admin;
`;

/**
 * The raw key is never stored. An attempt belongs to one process, which keeps its lease up while it runs. `async`: the
 * operation's own row tells how it stands.
 */
const IDEMPOTENCY = `
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
grant select, insert, update, delete on requests.idempotency
  to tollgate_inference, tollgate_worker;
`;

/**
 * One accepted asynchronous operation. What is to be run is sealed under its own data key and goes with the terminal state.
 * `claims` is the fence of every write of a worker. An answer and its charge (`settlement`) stand here before billing hears of
 * them, so that a worker that dies in between has lost nothing.
 */
const OPERATION = `
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
  check ((state in ('queued', 'running')) = (box is not null)),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check (finished_at is null or (status is not null and body is not null))
);
create index operation_active on requests.operation (enqueued_at)
  where state in ('queued', 'running');
create index operation_expiry on requests.operation (expires_at) where finished_at is not null;
grant select, insert on requests.operation to tollgate_inference;
grant select, update, delete on requests.operation to tollgate_worker;
`;
