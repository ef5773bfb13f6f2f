-- Every change of an uplift is noted with its moment, for the verifier.
create or replace function catalog.note_uplift()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  stands jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  insert into catalog.uplift_change (user_id, model_id, bp, at)
  values ((stands ->> 'user_id')::uuid, (stands ->> 'model_id')::uuid,
    case when tg_op <> 'DELETE' then (stands ->> 'bp')::int end, clock_timestamp());
  return null;
end
$$;
revoke all on function catalog.note_uplift() from public;

-- A price version stays as it was written.
create or replace function catalog.refuse_change()
returns trigger
language plpgsql
as $$
begin
  raise exception 'prices are never changed, only followed by others' using errcode = '42501';
end
$$;
