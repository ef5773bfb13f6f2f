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

-- Sums of wallets stay as long as their year is away.
create or replace function billing.refuse_left_change()
returns trigger
language plpgsql
as $$
begin
  if exists (select from billing.left_year y where y.year = old.year and y.left_at is not null) then
    raise exception using errcode = '42501',
      message = 'what a wallet came to in a year that left is not changed any more';
  end if;
  return old;
end
$$;
revoke all on function billing.refuse_left_change() from public;

-- Seals cannot be made anew of movements that are no longer there.
create or replace function billing.refuse_emptying()
returns trigger
language plpgsql
as $$
begin
  if exists (select from billing.left_year y where y.left_at is not null) then
    raise exception using errcode = '42501',
      message = 'a year has left the ledger: its seals cannot be made again';
  end if;
  return null;
end
$$;
revoke all on function billing.refuse_emptying() from public;
