import type { Knex } from 'knex';

/**
 * Users look through their films; how the last sync of a provider's models went stands with its credential; a request is found by the id
 * that its caller was told, and a key by what is seen of it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(FILMS_OF_USERS);
  await trx.raw(SYNCS);
  await trx.raw(LOOKED_FOR);
}

/** What is still sealed to be made, and the provider's side of a film, are nobody's reading. */
const FILMS_OF_USERS = `
create index video_of_user on requests.video (user_id, id desc) where deleted_at is null;
grant select (id, user_id, api_key_id, mode, request_id, model, terms, state, percent, error_code,
  error_message, usage, charged_n, held_n, media_bytes, media_facts, created_at, finished_at,
  expires_at, deleted_at) on requests.video to tollgate_account;
`;

/** A sync has ended when its end, or that of a sync by the release before, is younger than its start. */
const SYNCS = `
alter table catalog.provider_credential
  add column sync_ended_at timestamptz,
  add column sync_failure text,
  add column sync_message text check (length(sync_message) <= 1000),
  add column sync_counts jsonb check (jsonb_typeof(sync_counts) = 'object');
`;

/** Whoever complains names the request; whoever finds a leaked key has its text or both of its ends. */
const LOOKED_FOR = `
create index record_by_request_id on requests.record (request_id);
create index api_key_by_ends on keys.api_key (prefix, last4) where deleted_at is null;
`;
