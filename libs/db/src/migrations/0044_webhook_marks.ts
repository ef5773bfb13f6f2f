import type { Knex } from 'knex';

/**
 * What the looks for events have told already, so that each end of an operation and each key about to expire is told once. What ended before
 * this migration counts as told. The indexes hold what is still to be told, and refusals for want of credit, and nothing else.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table requests.operation add column end_is_told boolean not null default true;
    alter table requests.operation alter column end_is_told set default false;
    create index operation_untold on requests.operation (finished_at)
      where finished_at is not null and not end_is_told;
    alter table requests.video add column end_is_told boolean not null default true;
    alter table requests.video alter column end_is_told set default false;
    create index video_untold on requests.video (finished_at)
      where finished_at is not null and not end_is_told;

    alter table keys.api_key add column expiry_told timestamptz;
    create index api_key_expiry_untold on keys.api_key (expires_at)
      where deleted_at is null and expires_at is distinct from expiry_told;
    grant select (id, owner_id, name, expires_at, deleted_at, expiry_told), update (expiry_told)
      on keys.api_key to tollgate_worker;

    create index record_out_of_credit on requests.record (user_id, at)
      where error_code = 'insufficient_credit';
  `);
}
