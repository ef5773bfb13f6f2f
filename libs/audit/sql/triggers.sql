create or replace trigger event_is_final before delete or update on audit.event
for each row execute function audit.refuse_change();

-- PostgreSQL cannot replace a constraint trigger.
drop trigger if exists append_to_chain on audit.handed_in;
create constraint trigger append_to_chain after insert on audit.handed_in
deferrable initially deferred for each row execute function audit.append_handed_in();
