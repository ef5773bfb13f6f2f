import type { Knex } from 'knex';

/** How long what is kept, and what was purged when. The ledger has no category, and no role here can touch it. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(POLICIES);
  await trx.raw(PURGES);
  await trx.raw(STEPS);
  await trx.raw(GRANTS);
}

/** Only what an administrator has set; defaults and floors stand with the categories. */
const POLICIES = `
create schema retention;
create table retention.policy (
  category text primary key,
  days integer not null check (days between 1 and 36500),
  updated_at timestamptz not null default now(),
  updated_by uuid not null
);
`;

/**
 * A purge is a row before it is a job. `scope` and `once_key` name it, so that asking again is the same purge; the cutoff of each
 * step is fixed when it is accepted. `claims` is the fence of every write of a worker.
 */
const PURGES = `
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
  claims integer not null default 0,
  lease_until timestamptz,
  sent_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  unique (scope, once_key),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index purge_open on retention.purge (sent_at) where state in ('queued', 'running');
create table retention.purge_step (
  purge_id uuid not null references retention.purge (id),
  position smallint not null,
  category text not null,
  cutoff timestamptz not null,
  rows_expected bigint check (rows_expected >= 0),
  rows_purged bigint not null default 0 check (rows_purged >= 0),
  batches integer not null default 0 check (batches >= 0),
  finished_at timestamptz,
  primary key (purge_id, position),
  unique (purge_id, category)
);
`;

/**
 * One step of a purge: the oldest partition that lies before the cutoff as a whole is dropped, or at most `row_limit` rows outside
 * every partition are deleted; null when nothing is left. A partition goes only when its lock is to be had at once,
 * because everything else would queue behind the one who waits for it. The wrappers are what a role may call: each knows
 * its own table and the youngest age that may go.
 */
const STEPS = `
create function maintenance.purge_days(parent regclass, cutoff timestamptz, row_limit int) returns bigint
language plpgsql set lock_timeout = '100ms' as $$
declare
  child regclass;
  gone bigint;
begin
  select c.oid::regclass into child
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = parent
    and to_date(substring(c.relname from '_([0-9]{8})$'), 'YYYYMMDD') + 1
      <= (cutoff at time zone 'UTC')::date
  order by c.relname limit 1;
  if child is not null then
    execute format('select count(*) from %s', child) into gone;
    execute format('drop table %s', child);
    return gone;
  end if;
  execute format(
    'delete from %1$s_default where ctid = any(array(
       select ctid from %1$s_default where at < $1 limit $2))', parent)
    using cutoff, row_limit;
  get diagnostics gone = row_count;
  return nullif(gone, 0);
end
$$;
create function maintenance.assert_older(cutoff timestamptz, days int) returns void
language plpgsql as $$
begin
  if cutoff > now() - days * interval '1 day' then
    raise exception 'nothing younger than % days is purged here', days using errcode = '42501';
  end if;
end
$$;

create function requests.purge_records(cutoff timestamptz, row_limit int) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform maintenance.assert_older(cutoff, 30);
  return maintenance.purge_days('requests.record', cutoff, row_limit);
end
$$;
create function audit.purge_access_events(cutoff timestamptz, row_limit int) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform maintenance.assert_older(cutoff, 7);
  return maintenance.purge_days('audit.access_event', cutoff, row_limit);
end
$$;
create function audit.purge_events(cutoff timestamptz, row_limit int) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform audit.move_anchor(cutoff);
  return maintenance.purge_days('audit.event', cutoff, row_limit);
end
$$;
revoke all on function
  maintenance.purge_days(regclass, timestamptz, int), maintenance.assert_older(timestamptz, int),
  requests.purge_records(timestamptz, int), audit.purge_access_events(timestamptz, int),
  audit.purge_events(timestamptz, int)
  from public;
revoke execute on function audit.move_anchor(timestamptz) from tollgate_worker;

create index session_over on identity.session (least(ended_at, expires_at));
create index administrator_session_over
  on identity.administrator_session (least(ended_at, expires_at));
`;

const GRANTS = `
grant usage on schema retention to tollgate_admin, tollgate_worker;
grant select, insert, update on retention.policy to tollgate_admin;
grant select on retention.policy to tollgate_worker;
grant select, insert on retention.purge, retention.purge_step to tollgate_admin, tollgate_worker;
grant update on retention.purge, retention.purge_step to tollgate_worker;
grant execute on function
  requests.purge_records(timestamptz, int), audit.purge_access_events(timestamptz, int),
  audit.purge_events(timestamptz, int)
  to tollgate_worker;
grant select on requests.idempotency, requests.operation, identity.session_secret,
  identity.administrator_session to tollgate_admin;
`;
