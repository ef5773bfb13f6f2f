-- Notes that a wallet overran its hold, from which its later holds are bound wider.
create or replace function keys.note_overrun(which uuid, ratio double precision)
returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not ratio between 1 and 1000000 then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended(which::text, 18));
  if ratio <= (select factor from keys.widening where owner_id = which) then return false; end if;
  insert into keys.overrun (owner_id, factor) values (which, least(1000, ratio * 1.25))
  on conflict (owner_id) do update set factor = excluded.factor, at = now();
  with next as (update change.counter set epoch = epoch + 1 returning epoch)
  insert into change.log (epoch, topic, id) select epoch, 'user', which from next;
  return true;
end
$$;
revoke all on function keys.note_overrun(uuid,double precision) from public;
grant execute on function keys.note_overrun(uuid,double precision) to tollgate_inference, tollgate_worker;

-- Notes an overrun that a wider bound does not end. Replicas hear of it where something has grown,
-- and each hour that it goes on, since they reckon its end from their last reading.
create or replace function keys.note_persistent_overrun(which uuid, of_model uuid, seen_ratio double precision, seen_excess bigint)
returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  known record;
  goes_on boolean;
begin
  if not (seen_ratio > 1 and seen_ratio <= 1e9 and seen_excess > 0) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(which::text, 18));
  select * into known from keys.persistent_overrun o
  where o.owner_id = which and o.model_id = of_model;
  goes_on := coalesce(known.at > now() - interval '1 day', false);
  insert into keys.persistent_overrun as o (owner_id, model_id, ratio, excess)
  values (which, of_model, seen_ratio, seen_excess)
  on conflict (owner_id, model_id) do update set at = now(),
    ratio = case when goes_on then greatest(o.ratio, excluded.ratio) else excluded.ratio end,
    excess = case when goes_on then greatest(o.excess, excluded.excess) else excluded.excess end,
    since = case when goes_on then o.since else now() end;
  if goes_on and known.ratio >= seen_ratio and known.excess >= seen_excess
    and known.at > now() - interval '1 hour'
  then
    return;
  end if;
  with next as (update change.counter set epoch = epoch + 1 returning epoch)
  insert into change.log (epoch, topic, id) select epoch, 'user', which from next;
  if exists (select from keys.held_model h where h.model_id = of_model and h.for_all) then
    with next as (update change.counter set epoch = epoch + 1 returning epoch)
    insert into change.log (epoch, topic, id) select epoch, 'catalog', null from next;
  end if;
end
$$;
revoke all on function keys.note_persistent_overrun(uuid,uuid,double precision,bigint) from public;
grant execute on function keys.note_persistent_overrun(uuid,uuid,double precision,bigint) to tollgate_inference, tollgate_worker;
