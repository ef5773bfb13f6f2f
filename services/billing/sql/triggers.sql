-- Written rows cannot be changed, not even by the owner of the schema. PostgreSQL reads a condition
-- in each statement that sets a named column, and in no other.
create or replace trigger consumption_is_final
before update of consumed_n, revoked_n, expired_n on billing.credit_grant for each row
when (new.consumed_n < old.consumed_n or new.revoked_n < old.revoked_n
  or new.expired_n < old.expired_n)
execute function billing.refuse_change();
create or replace trigger credit_grant_terms_fixed
before update of id, user_id, amount_n, created_at on billing.credit_grant for each row
when (new.id <> old.id or new.user_id <> old.user_id or new.amount_n <> old.amount_n
  or new.created_at <> old.created_at)
execute function billing.refuse_change();
create or replace trigger credit_grant_kept before delete on billing.credit_grant for each row
execute function billing.refuse_change();
create or replace trigger credit_grant_never_emptied before truncate on billing.credit_grant
for each statement execute function billing.refuse_change();
create or replace trigger entry_append_only before delete or update on billing.entry for each row
execute function billing.refuse_change();
create or replace trigger entry_never_emptied before truncate on billing.entry
for each statement execute function billing.refuse_change();
-- Truncate triggers do not come with a partition: `maintenance.ensure_partitions` copies them to
-- each that it makes.
create or replace trigger entry_never_emptied before truncate on billing.entry_default
for each statement execute function billing.refuse_change();
create or replace trigger grant_day_kept before delete on billing.grant_day for each row
execute function billing.refuse_change();
create or replace trigger grant_revocation_append_only before delete or update on billing.grant_revocation
for each row execute function billing.refuse_change();
create or replace trigger grant_revocation_never_emptied before truncate on billing.grant_revocation
for each statement execute function billing.refuse_change();
create or replace trigger provider_cost_append_only before delete or update on billing.provider_cost
for each row execute function billing.refuse_change();
create or replace trigger provider_cost_never_emptied before truncate on billing.provider_cost
for each statement execute function billing.refuse_change();
-- Whoever owns the schema may empty the tables of the seals, so that sealing begins again.
create or replace trigger seal_append_only before delete or update on billing.seal for each row
execute function billing.refuse_change();
create or replace trigger sealed_wallet_kept before delete on billing.sealed_wallet for each row
execute function billing.refuse_change();
create or replace trigger sealed_grant_kept before delete on billing.sealed_grant for each row
execute function billing.refuse_change();
create or replace trigger sealed_day_kept before delete on billing.sealed_day for each row
execute function billing.refuse_change();

-- A hold closes once, and its terms are those under which it was created.
create or replace trigger reservation_closes_once before update on billing.reservation for each row
when (old.state <> 'held') execute function billing.refuse_reopening();
create or replace trigger reservation_funding_fixed
before update of funded_at on billing.reservation for each row
when (new.funded_at is distinct from old.funded_at) execute function billing.refuse_change();
create or replace trigger reservation_kept before delete on billing.reservation for each row
execute function billing.refuse_change();
create or replace trigger reservation_never_emptied before truncate on billing.reservation
for each statement execute function billing.refuse_change();
create or replace trigger reservation_never_emptied before truncate on billing.reservation_default
for each statement execute function billing.refuse_change();
create or replace trigger reservation_terms_fixed
before update of op_id, attempt, user_id, api_key_id, amount_n, price_version_id, uplift_bp,
  estimate, created_at on billing.reservation for each row
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

-- What a year that left came to is final; only a year that has just left can be brought back.
create or replace trigger left_year_fixed before update on billing.left_year for each row
when (old.left_at is not null and (new.year, new.next_id, new.last_no, new.entries,
  new.kept_entries, new.kept_holds, new.available_n, new.reserved_n, new.consumed_n, new.issued_n,
  new.digest, new.summed_at) is distinct from (old.year, old.next_id, old.last_no, old.entries,
  old.kept_entries, old.kept_holds, old.available_n, old.reserved_n, old.consumed_n, old.issued_n,
  old.digest, old.summed_at) or old.dropped_at is not null)
execute function billing.refuse_change();
create or replace trigger left_year_kept before delete on billing.left_year for each row
when (old.left_at is not null) execute function billing.refuse_change();
create or replace trigger left_year_never_emptied before truncate on billing.left_year
for each statement execute function billing.refuse_change();
create or replace trigger left_wallet_fixed before update on billing.left_wallet for each row
execute function billing.refuse_change();
create or replace trigger left_wallet_kept before delete on billing.left_wallet for each row
execute function billing.refuse_left_change();
create or replace trigger left_wallet_never_emptied before truncate on billing.left_wallet
for each statement execute function billing.refuse_change();
-- Sealing can begin again only where every sealed movement is still there.
create or replace trigger seal_kept_with_years before truncate on billing.seal
for each statement execute function billing.refuse_emptying();
create or replace trigger sealed_wallet_kept_with_years before truncate on billing.sealed_wallet
for each statement execute function billing.refuse_emptying();
create or replace trigger sealed_grant_kept_with_years before truncate on billing.sealed_grant
for each statement execute function billing.refuse_emptying();
