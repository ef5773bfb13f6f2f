import type { Knex } from 'knex';

/** Which pepper a key's digest is of, so that the pepper can be exchanged while keys are in use. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(PEPPER_VERSIONS);
}

/** Inference alone sees secrets, and it may change a key in no other way than this. */
const PEPPER_VERSIONS = `
alter table keys.api_key add column pepper_version text not null default 'v1'
  check (length(pepper_version) between 1 and 40);

create function keys.digest_anew(which uuid, old_digest bytea, new_digest bytea, version text)
returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update keys.api_key set digest = new_digest, pepper_version = version
  where id = which and digest = old_digest
$$;
revoke all on function keys.digest_anew(uuid, bytea, bytea, text) from public;
grant execute on function keys.digest_anew(uuid, bytea, bytea, text) to tollgate_inference;
`;
