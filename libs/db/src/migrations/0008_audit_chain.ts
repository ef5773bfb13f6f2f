import type { Knex } from 'knex';

/** Audit events become a chain of hashes that the database itself makes. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(COLUMNS);
  await trx.raw(HASH);
  await trx.raw(CHAIN_UP_OLD_EVENTS);
  await trx.raw(APPEND);
  await trx.raw(ANCHOR);
  await trx.raw(GRANTS);
}

const COLUMNS = `
drop trigger event_is_final on audit.event;
alter table audit.event
  add column seq bigint,
  add column previous_hash bytea check (length(previous_hash) = 32),
  add column hash bytea check (length(hash) = 32);
drop index audit.event_of_user, audit.event_of_action;
create index event_of_user on audit.event (user_id, seq desc);
create index event_of_action on audit.event (action, seq desc);
create unique index event_in_chain on audit.event (seq, at);

-- The end of the chain, and the last event that a purge has taken from its start.
create table audit.chain (
  one boolean primary key default true check (one),
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex') check (length(hash) = 32),
  at timestamptz not null default '-infinity',
  anchor_seq bigint not null default 0 check (anchor_seq between 0 and seq),
  anchor_hash bytea not null default decode(repeat('00', 32), 'hex') check (length(anchor_hash) = 32),
  anchor_at timestamptz
);
insert into audit.chain default values;
`;

/**
 * SHA-256 of the hash before, followed by the event as a JSON array in the order below. The JSON is what PostgreSQL writes for
 * jsonb: object keys by length and then by bytes, ", " and ": " between, numbers as they were.
 */
const HASH = `
create function audit.event_hash(event audit.event) returns bytea
language sql stable as $$
  select sha256(event.previous_hash || convert_to(jsonb_build_array(
    event.seq, event.id,
    to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    event.actor_kind, event.actor_id, event.actor_label, event.action,
    event.target_kind, event.target_id, event.user_id, event.request_id, event.address,
    event.details)::text, 'UTF8'))
$$;
`;

const CHAIN_UP_OLD_EVENTS = `
do $$
declare
  event audit.event;
  head audit.chain;
begin
  select * into head from audit.chain;
  for event in select * from audit.event order by at, id loop
    event.seq := head.seq + 1;
    event.previous_hash := head.hash;
    head.seq := event.seq;
    head.hash := audit.event_hash(event);
    head.at := event.at;
    update audit.event set seq = event.seq, previous_hash = event.previous_hash, hash = head.hash
    where id = event.id and at = event.at;
  end loop;
  update audit.chain set seq = head.seq, hash = head.hash, at = head.at;
end
$$;
alter table audit.event
  alter column seq set not null,
  alter column previous_hash set not null,
  alter column hash set not null;
`;

/**
 * Services hand events in; at commit, when everything else of the transaction is done, they are put on the chain. So the lock
 * of its end is the last one that a transaction takes and the shortest. Times never run backwards along the chain.
 */
const APPEND = `
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
create function audit.append_handed_in() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head audit.chain;
  event audit.event;
begin
  select * into head from audit.chain for update;
  event.id := new.id;
  event.at := greatest(date_trunc('milliseconds', clock_timestamp()), head.at);
  event.actor_kind := new.actor_kind;
  event.actor_id := new.actor_id;
  event.actor_label := new.actor_label;
  event.action := new.action;
  event.target_kind := new.target_kind;
  event.target_id := new.target_id;
  event.user_id := new.user_id;
  event.request_id := new.request_id;
  event.address := new.address;
  event.details := new.details;
  event.seq := head.seq + 1;
  event.previous_hash := head.hash;
  event.hash := audit.event_hash(event);
  insert into audit.event select event.*;
  update audit.chain set seq = event.seq, hash = event.hash, at = event.at;
  delete from audit.handed_in where id = new.id;
  return null;
end
$$;
create constraint trigger append_to_chain after insert on audit.handed_in
  deferrable initially deferred for each row execute function audit.append_handed_in();
`;

/** Only what the anchor has passed may go, and the anchor passes nothing younger than a year. */
const ANCHOR = `
create or replace function audit.refuse_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' and old.seq <= (select anchor_seq from audit.chain) then
    return old;
  end if;
  raise exception 'audit events are never changed' using errcode = '42501';
end
$$;
create trigger event_is_final before update or delete on audit.event
  for each row execute function audit.refuse_change();

create function audit.move_anchor(cutoff timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last audit.event;
begin
  if cutoff > now() - interval '365 days' then
    raise exception 'audit events are kept for a year at least' using errcode = '42501';
  end if;
  perform from audit.chain for update;
  select * into last from audit.event where at < cutoff order by seq desc limit 1;
  update audit.chain set anchor_seq = last.seq, anchor_hash = last.hash, anchor_at = last.at
  where anchor_seq < last.seq;
  return (select anchor_seq from audit.chain);
end
$$;
revoke all on function audit.move_anchor(timestamptz) from public;
`;

const GRANTS = `
revoke insert on audit.event from tollgate_account, tollgate_admin, tollgate_worker;
grant insert on audit.handed_in to tollgate_account, tollgate_admin, tollgate_worker;
grant select on audit.chain to tollgate_admin, tollgate_worker;
grant execute on function audit.move_anchor(timestamptz) to tollgate_worker;
`;
