import type { Knex } from 'knex';

/**
 * What each session of a user came to on each day, kept by the trigger that keeps all sums. Session ids are whatever callers write,
 * so that these sums go with the records. They also tell where the records of a session are, which spares the records an index.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table requests.session_day (
      bucket timestamptz not null,
      user_id uuid not null,
      session_id text not null,
      mode text not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      requests bigint not null,
      input_tokens bigint not null,
      cache_read_tokens bigint not null,
      cache_write_tokens bigint not null,
      output_tokens bigint not null,
      reasoning_tokens bigint not null,
      charged_n bigint not null,
      primary key (bucket, user_id, session_id, mode)
    ) with (fillfactor = 80);
    create index session_day_by_user on requests.session_day (user_id, bucket);
    create index session_day_by_session on requests.session_day (session_id, bucket);
    grant select on requests.session_day to tollgate_account, tollgate_admin;
    comment on table requests.session_day is 'Sums of request records by day and session.';
  `);
}
