import type { Knex } from 'knex';
import { decodeId } from '@tollgate/runtime/ids';

/** What the verifier holds the book against: which uplift was in force when, and what each grant has paid on which day. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(UPLIFT_CHANGES);
  await fillUpliftChanges(trx);
  await trx.raw(GRANT_DAYS);
  await trx.raw(NEVER_EMPTIED);
  await trx.raw(ACCESS);
}

/**
 * Triggers write it, so that nothing that sets an uplift can forget it, the release before included. `model_id` null: the uplift
 * of the user on every model without one of its own. `bp` null: from then on there is none.
 */
const UPLIFT_CHANGES = `
create table catalog.uplift_change (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  model_id uuid,
  bp integer check (bp between 0 and 1000000),
  at timestamptz not null
);
create index uplift_change_of_user on catalog.uplift_change (user_id, model_id, at desc, id desc);

create function catalog.note_uplift() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
lock table catalog.uplift_user, catalog.uplift_user_model in share row exclusive mode;
create trigger uplift_is_noted after insert or update or delete on catalog.uplift_user
  for each row execute function catalog.note_uplift();
create trigger uplift_is_noted after insert or update or delete on catalog.uplift_user_model
  for each row execute function catalog.note_uplift();
create trigger uplift_change_is_final before update or delete on catalog.uplift_change
  for each row execute function catalog.refuse_change();
`;

interface ToldUplift {
  user_id: string;
  at: Date;
  details: { model_id?: string; uplift_bp?: number | null };
}

/** The past as audit events tell it, and what stands now where they do not lead to it. */
async function fillUpliftChanges(trx: Knex.Transaction): Promise<void> {
  const { rows: told } = (await trx.raw(`
    select user_id, at, details from audit.event
    where action in ('user.set_uplift', 'user.set_model_uplift') and user_id is not null
    order by seq`)) as { rows: ToldUplift[] };
  const changes = told.map(({ user_id, at, details }) => ({
    user_id,
    at,
    model_id: details.model_id === undefined ? null : decodeId('mdl', details.model_id),
    bp: details.uplift_bp ?? null,
  }));
  if (changes.length > 0) await trx.batchInsert('catalog.uplift_change', changes);
  await trx.raw(UPLIFTS_NOT_TOLD);
}

/** The row of nobody says from when on all changes are known: what came before has been purged. */
const UPLIFTS_NOT_TOLD = `
insert into catalog.uplift_change (user_id, at)
select '00000000-0000-0000-0000-000000000000', coalesce(max(anchor_at), '-infinity') from audit.chain;
insert into catalog.uplift_change (user_id, model_id, bp, at)
select stands.user_id, stands.model_id, stands.bp, stands.updated_at
from (
  select user_id, cast(null as uuid) as model_id, bp, updated_at from catalog.uplift_user
  union all
  select user_id, model_id, bp, updated_at from catalog.uplift_user_model
) stands
where stands.bp is distinct from (
  select c.bp from catalog.uplift_change c
  where c.user_id = stands.user_id and c.model_id is not distinct from stands.model_id
  order by c.at desc, c.id desc limit 1);
`;

/**
 * What was consumed of each grant, by day: a second account of the drawing, kept whatever draws. What was spent, revoked or
 * expired never comes back, so that consumption can not move from one grant to another either.
 */
const GRANT_DAYS = `
create table billing.grant_day (
  grant_id uuid not null,
  day date not null,
  consumed_n bigint not null check (consumed_n > 0),
  primary key (grant_id, day)
) with (fillfactor = 70);

create function billing.note_consumption() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into billing.grant_day as d (grant_id, day, consumed_n)
  select n.id, (clock_timestamp() at time zone 'UTC')::date, n.consumed_n - o.consumed_n
  from new_grants n join old_grants o on o.id = n.id
  where n.consumed_n > o.consumed_n
  order by n.id
  on conflict (grant_id, day) do update set consumed_n = d.consumed_n + excluded.consumed_n;
  return null;
end
$$;
lock table billing.credit_grant in share row exclusive mode;
insert into billing.grant_day (grant_id, day, consumed_n)
select id, (clock_timestamp() at time zone 'UTC')::date, consumed_n
from billing.credit_grant where consumed_n > 0;
create trigger consumption_is_noted after update on billing.credit_grant
  referencing old table as old_grants new table as new_grants
  for each statement execute function billing.note_consumption();
create trigger consumption_is_final before update on billing.credit_grant
  for each row when (
    new.id <> old.id or new.user_id <> old.user_id or new.amount_n <> old.amount_n
    or new.created_at <> old.created_at or new.consumed_n < old.consumed_n
    or new.revoked_n < old.revoked_n or new.expired_n < old.expired_n
  ) execute function billing.refuse_change();
create trigger credit_grant_kept before delete on billing.credit_grant
  for each row execute function billing.refuse_change();
create trigger grant_day_kept before delete on billing.grant_day
  for each row execute function billing.refuse_change();
revoke all on function billing.note_consumption() from public;
`;

/** Partitions for rows of no day were made without these, and the other tables had none. */
const NEVER_EMPTIED = `
select maintenance.copy_truncate_triggers('billing.entry', 'billing.entry_default');
select maintenance.copy_truncate_triggers('billing.reservation', 'billing.reservation_default');
create trigger provider_cost_never_emptied before truncate on billing.provider_cost
  for each statement execute function billing.refuse_change();
create trigger credit_grant_never_emptied before truncate on billing.credit_grant
  for each statement execute function billing.refuse_change();
`;

/** Nothing of people and no secret: whose a key is, what was in force, and what trail and sums tell of credits. */
const ACCESS = `
grant select on billing.grant_day to tollgate_billing;
grant select (id, public_id) on catalog.model to tollgate_billing;
grant select on catalog.uplift_change to tollgate_billing, tollgate_admin;
grant usage on schema keys to tollgate_billing;
grant select (id, owner_id) on keys.api_key to tollgate_billing;
grant usage on schema audit to tollgate_billing;
grant select (at, action, target_id, user_id, details) on audit.event to tollgate_billing;
grant select (anchor_at) on audit.chain to tollgate_billing;
grant select (api_key_id, outcome, usage, uplift_bp) on requests.record to tollgate_billing;
grant select (level, bucket, user_id, api_key_id, kind_id, requests, charged_n)
  on requests.rollup to tollgate_billing;
`;
