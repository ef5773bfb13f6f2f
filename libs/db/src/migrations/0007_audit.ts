import type { Knex } from 'knex';

/** What was changed by whom, and every request that was answered. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(AUDIT_EVENTS);
  await trx.raw(ACCESS_EVENTS);
  await trx.raw(GRANTS);
}

const AUDIT_EVENTS = `
create schema audit;
create table audit.event (
  id uuid not null,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'administrator', 'system')),
  actor_id uuid,
  actor_label text not null check (length(actor_label) <= 300),
  action text not null check (action ~ '^[a-z_]+\\.[a-z_]+$'),
  target_kind text not null check (target_kind ~ '^[a-z_]+$'),
  target_id uuid,
  user_id uuid,
  request_id text check (length(request_id) <= 128),
  address text check (length(address) <= 200),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  primary key (id, at)
) partition by range (at);
create index event_of_user on audit.event (user_id, id desc);
create index event_of_target on audit.event (target_id, action);
create index event_of_action on audit.event (action, id desc);
select maintenance.register_partitioned('audit.event', 'time');

create function audit.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit events are never changed' using errcode = '42501';
end
$$;
create trigger event_is_final before update or delete on audit.event
  for each row execute function audit.refuse_change();
`;

const ACCESS_EVENTS = `
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
  duration_ms integer not null,
  primary key (id, at)
) partition by range (at);
create index access_event_of_user on audit.access_event (user_id, id desc);
select maintenance.register_partitioned('audit.access_event', 'time');
`;

const GRANTS = `
grant usage on schema audit
  to tollgate_account, tollgate_admin, tollgate_inference, tollgate_worker;
grant insert on audit.event to tollgate_account, tollgate_admin, tollgate_worker;
grant select on audit.event, audit.access_event to tollgate_admin, tollgate_worker;
grant insert on audit.access_event to tollgate_account, tollgate_admin, tollgate_inference;
`;
