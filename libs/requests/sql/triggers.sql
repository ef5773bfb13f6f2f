create or replace trigger record_is_rolled_up after insert on requests.record
referencing new table as new_records for each statement execute function requests.roll_up_new();
create or replace trigger record_is_rolled_up_again after update on requests.record
referencing old table as old_records new table as new_records
for each statement execute function requests.roll_up_change();
