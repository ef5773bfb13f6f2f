-- SHA-256 of the hash before, followed by the event as a JSON array in the order below. The JSON is
-- what PostgreSQL writes for jsonb: object keys by length and then by bytes, ", " and ": " between,
-- numbers as they were.
create or replace function audit.event_hash(event audit.event)
returns bytea
language sql stable
as $$
select sha256(event.previous_hash || convert_to(jsonb_build_array(
  event.seq, event.id,
  to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  event.actor_kind, event.actor_id, event.actor_label, event.action,
  event.target_kind, event.target_id, event.user_id, event.request_id, event.address,
  event.details)::text, 'UTF8'))
$$;

-- Events are handed in anywhere and appended to the chain at commit, so that the chain is locked
-- for a moment only.
create or replace function audit.append_handed_in()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
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

-- Only what the anchor has passed may go, and the anchor passes nothing younger than a year.
create or replace function audit.refuse_change()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' and old.seq <= (select anchor_seq from audit.chain) then
    return old;
  end if;
  raise exception 'audit events are never changed' using errcode = '42501';
end
$$;

-- Moves the anchor of the chain past events that may go.
create or replace function audit.move_anchor(cutoff timestamp with time zone)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
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
revoke all on function audit.move_anchor(timestamp with time zone) from public;
