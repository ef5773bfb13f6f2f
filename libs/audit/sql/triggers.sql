-- The trigger that appends to the chain is a constraint, which only a migration can make.
create or replace trigger event_is_final before delete or update on audit.event
for each row execute function audit.refuse_change();
