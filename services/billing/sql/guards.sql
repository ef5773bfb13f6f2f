-- Written rows cannot be changed, not even by the owner of the schema.
create or replace function billing.refuse_change()
returns trigger
language plpgsql
as $$
begin
  raise exception using errcode = '42501',
    message = format('%s on %I.%I is not allowed', tg_op, tg_table_schema, tg_table_name);
end
$$;
revoke all on function billing.refuse_change() from public;

-- A hold closes once.
create or replace function billing.refuse_reopening()
returns trigger
language plpgsql
as $$
begin
  if old.state = 'expired' and new.state = 'expired' and not old.late and new.late
    and (new.closed_at, new.close_reason, new.expires_at, new.owner)
      is not distinct from (old.closed_at, old.close_reason, old.expires_at, old.owner)
  then
    return new;
  end if;
  raise exception using errcode = '42501', message = 'a closed hold is not changed any more';
end
$$;
revoke all on function billing.refuse_reopening() from public;
