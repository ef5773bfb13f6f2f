-- Prices and uplifts of the past stay as they were.
create or replace trigger price_version_is_final before delete or update on catalog.price_version
for each row execute function catalog.refuse_change();
create or replace trigger uplift_change_is_final before delete or update on catalog.uplift_change
for each row execute function catalog.refuse_change();
create or replace trigger uplift_is_noted after insert or delete or update on catalog.uplift_user
for each row execute function catalog.note_uplift();
create or replace trigger uplift_is_noted after insert or delete or update on catalog.uplift_user_model
for each row execute function catalog.note_uplift();
