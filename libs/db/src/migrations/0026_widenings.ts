import type { Knex } from 'knex';

/** By how much the prompts of an owner came out above their bound. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(OVERRUNS);
}

/**
 * The factor rises to a quarter above the worst overrun; its part above 1 halves each day. A note that would not raise it
 * changes nothing, so that a burst of overruns is one change for the replicas.
 */
const OVERRUNS = `
create table keys.overrun (
  owner_id uuid primary key references identity.user_account (id),
  factor double precision not null check (factor > 1 and factor <= 1000),
  at timestamptz not null default now()
);
create view keys.widening as
select owner_id,
  1 + (factor - 1) * power(0.5, greatest(0, extract(epoch from now() - at)) / 86400) as factor
from keys.overrun;

create function keys.note_overrun(which uuid, ratio double precision) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
revoke all on function keys.note_overrun(uuid, double precision) from public;
grant execute on function keys.note_overrun(uuid, double precision)
  to tollgate_inference, tollgate_worker;
grant select on keys.widening to tollgate_inference, tollgate_worker, tollgate_admin;
`;
