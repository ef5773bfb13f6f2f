-- Writes messages, each with a delivery for every endpoint of its owner that wants it, in the
-- transaction of what happened. A message that nobody wants is not written. What an endpoint cannot
-- take now is written as dropped, so that it is seen and can be sent by hand. `items`: id,
-- owner_id, type, body, and at: when the event happened; an endpoint made later does not hear of
-- it.
create or replace function webhooks.publish(items jsonb, open_max integer)
returns integer
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
  with wanted as materialized (
    select i.id as message_id, i.owner_id, i.type, i.body, e.id as endpoint_id,
      case
        when e.status = 'paused' then 'endpoint_paused'
        when e.open >= open_max then 'too_many_open'
      end as reason
    from jsonb_to_recordset(items)
      as i(id uuid, owner_id uuid, type text, body text, at timestamptz)
    cross join lateral (
      select e.id, e.status, (
        select count(*) from (
          select 1 from webhooks.delivery d
          where d.endpoint_id = e.id and d.state = 'open' limit open_max) as counted) as open
      from webhooks.endpoint e
      where e.owner_id = i.owner_id and e.deleted_at is null and e.status <> 'disabled'
        and i.type = any (e.events) and e.created_at <= i.at
    ) as e
  ),
  told as (
    insert into webhooks.message (id, owner_id, type, body)
    select distinct message_id, owner_id, type, body from wanted
  ),
  made as (
    insert into webhooks.delivery (endpoint_id, message_id, owner_id, state, reason, ended_at)
    select endpoint_id, message_id, owner_id,
      case when reason is null then 'open' else 'dropped' end, reason,
      case when reason is not null then now() end
    from wanted
    returning 1
  )
  select cast(count(*) as integer) from made
$$;
revoke all on function webhooks.publish(jsonb, integer) from public;
grant execute on function webhooks.publish(jsonb, integer)
  to tollgate_account, tollgate_admin, tollgate_worker, tollgate_inference;

-- Notes that a trouble is there. The trouble is reported when it is new, or was not seen for so
-- long that it counts as another one.
create or replace function webhooks.raise_alarm(
  which_type text, which_subject text, quiet_ms bigint, item jsonb, open_max integer
)
returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_new boolean;
begin
  insert into webhooks.alarm as a (type, subject) values (which_type, which_subject)
  on conflict (type, subject) do update
    set raised_at = case when a.seen_at < now() - quiet_ms * interval '1 millisecond'
        then now() else a.raised_at end,
      seen_at = now()
  returning a.raised_at = now() into is_new;
  if is_new then
    perform webhooks.publish(jsonb_build_array(item), open_max);
  end if;
  return is_new;
end
$$;
revoke all on function webhooks.raise_alarm(text, text, bigint, jsonb, integer) from public;
grant execute on function webhooks.raise_alarm(text, text, bigint, jsonb, integer)
  to tollgate_worker, tollgate_inference;
