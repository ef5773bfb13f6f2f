-- Puts a digest under the current pepper while its key is used.
create or replace function keys.digest_anew(which uuid, old_digest bytea, new_digest bytea, version text)
returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
update keys.api_key set digest = new_digest, pepper_version = version
where id = which and digest = old_digest;
update keys.replaced_secret set digest = new_digest, pepper_version = version
where key_id = which and digest = old_digest
$$;
revoke all on function keys.digest_anew(uuid,bytea,bytea,text) from public;
grant execute on function keys.digest_anew(uuid,bytea,bytea,text) to tollgate_inference;
