-- What is written stays written, for the owner of the schema as well.
create or replace trigger consumption_is_final before update on billing.credit_grant for each row
when (new.id <> old.id or new.user_id <> old.user_id or new.amount_n <> old.amount_n
  or new.created_at <> old.created_at or new.consumed_n < old.consumed_n
  or new.revoked_n < old.revoked_n or new.expired_n < old.expired_n)
execute function billing.refuse_change();
create or replace trigger credit_grant_kept before delete on billing.credit_grant for each row
execute function billing.refuse_change();
create or replace trigger credit_grant_never_emptied before truncate on billing.credit_grant
for each statement execute function billing.refuse_change();
create or replace trigger entry_append_only before delete or update on billing.entry for each row
execute function billing.refuse_change();
create or replace trigger entry_never_emptied before truncate on billing.entry
for each statement execute function billing.refuse_change();
create or replace trigger grant_day_kept before delete on billing.grant_day for each row
execute function billing.refuse_change();
create or replace trigger provider_cost_append_only before delete or update on billing.provider_cost
for each row execute function billing.refuse_change();
create or replace trigger provider_cost_never_emptied before truncate on billing.provider_cost
for each statement execute function billing.refuse_change();

-- A hold closes once, and its terms are those under which it was placed.
create or replace trigger reservation_closes_once before update on billing.reservation for each row
when (old.state <> 'held') execute function billing.refuse_reopening();
create or replace trigger reservation_funding_fixed before update on billing.reservation for each row
when (new.funded_at is distinct from old.funded_at) execute function billing.refuse_change();
create or replace trigger reservation_kept before delete on billing.reservation for each row
execute function billing.refuse_change();
create or replace trigger reservation_never_emptied before truncate on billing.reservation
for each statement execute function billing.refuse_change();
create or replace trigger reservation_terms_fixed before update on billing.reservation for each row
when (new.op_id <> old.op_id or new.attempt <> old.attempt or new.user_id <> old.user_id
  or new.api_key_id <> old.api_key_id or new.amount_n <> old.amount_n
  or new.price_version_id <> old.price_version_id or new.uplift_bp <> old.uplift_bp
  or new.estimate <> old.estimate or new.created_at <> old.created_at)
execute function billing.refuse_change();

create or replace trigger consumption_is_noted after update on billing.credit_grant
referencing old table as old_grants new table as new_grants
for each statement execute function billing.note_consumption();
create or replace trigger provider_cost_owner before insert on billing.provider_cost for each row
execute function billing.name_owner_of_loss();
