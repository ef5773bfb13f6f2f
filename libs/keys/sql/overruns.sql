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
