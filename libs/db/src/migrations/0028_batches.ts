import type { Knex } from 'knex';

/**
 * Files that callers upload, and batches of calls that are read from them. A line has a row from
 * the check of its file until the results are written; a line that runs is an operation beside it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`create table requests.file (
      id uuid primary key,
      user_id uuid not null,
      api_key_id uuid not null,
      mode text not null check (mode in ('live', 'test')),
      purpose text not null check (purpose in ('batch', 'batch_output')),
      filename text not null check (length(filename) between 1 and 255),
      bytes bigint check (bytes >= 0),
      sha256 bytea check (length(sha256) = 32),
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      deleted_at timestamptz,
      check ((bytes is null) = (sha256 is null))
    );
    comment on column requests.file.bytes is
      'Null while the file is written to the store. A row that stays so was left by a process that died.';
    create index file_of_user on requests.file (user_id, mode, id desc);
    create index file_expiry on requests.file (expires_at) where expires_at is not null;
    create index file_deleted on requests.file (deleted_at) where deleted_at is not null;
    create index file_unwritten on requests.file (created_at) where bytes is null;
    create index file_by_age on requests.file (created_at);
    grant select, insert, update, delete on requests.file to tollgate_inference, tollgate_worker;
    grant select on requests.file to tollgate_account, tollgate_admin;

    create table requests.batch (
      id uuid primary key,
      user_id uuid not null,
      api_key_id uuid not null,
      mode text not null check (mode in ('live', 'test')),
      endpoint text not null,
      input_file_id uuid not null,
      request_id text not null,
      metadata jsonb,
      output_life_s int check (output_life_s > 0),
      state text not null default 'validating' check (state in ('validating', 'failed',
        'in_progress', 'finalizing', 'completed', 'expired', 'cancelling', 'cancelled')),
      ends_as text check (ends_as in ('failed', 'completed', 'expired', 'cancelled')),
      errors jsonb,
      model text,
      lines int not null default 0 check (lines >= 0),
      done int not null default 0 check (done >= 0),
      failed int not null default 0 check (failed >= 0),
      usage jsonb not null default '{}',
      charged_n bigint not null default 0 check (charged_n >= 0),
      result_bytes bigint not null default 0 check (result_bytes >= 0),
      output_file_id uuid,
      error_file_id uuid,
      end_is_told boolean not null default false,
      once_key text check (length(once_key) between 1 and 200),
      claims int not null default 0 check (claims >= 0),
      lease_owner uuid,
      lease_until timestamptz,
      turn_at timestamptz not null default now(),
      moved_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      in_progress_at timestamptz,
      finalizing_at timestamptz,
      cancelling_at timestamptz,
      finished_at timestamptz,
      check (done + failed <= lines),
      check ((state in ('failed', 'completed', 'expired', 'cancelled')) = (finished_at is not null))
    );
    comment on column requests.batch.turn_at is
      'From when on the batch may be worked on; owners take turns by it.';
    comment on column requests.batch.once_key is
      'The Idempotency-Key that the batch was created under.';
    comment on column requests.batch.moved_at is
      'When a worker last came further with it, for the alarm of batches that stand still.';
    create index batch_of_user on requests.batch (user_id, mode, id desc);
    create index batch_turns on requests.batch (turn_at) where finished_at is null;
    create index batch_open_of_user on requests.batch (user_id) where finished_at is null;
    create index batch_by_end on requests.batch (finished_at) where finished_at is not null;
    create index batch_untold on requests.batch (finished_at)
      where finished_at is not null and not end_is_told;
    create unique index batch_once on requests.batch (user_id, mode, once_key)
      where once_key is not null;
    grant select, insert, update on requests.batch to tollgate_inference;
    grant select, update (state, ends_as, cancelling_at, turn_at) on requests.batch
      to tollgate_account, tollgate_admin;
    grant select, update, delete on requests.batch to tollgate_worker;

    create table requests.batch_line (
      batch_id uuid not null references requests.batch on delete cascade,
      line int not null check (line > 0),
      custom_id text not null,
      starts_at bigint not null check (starts_at >= 0),
      bytes int not null check (bytes > 0),
      state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
      run int not null default 1 check (run > 0),
      attempts int not null default 0 check (attempts >= 0),
      faults int not null default 0 check (faults >= 0),
      not_before timestamptz,
      result bytea,
      primary key (batch_id, line),
      check ((state = 'waiting') = (result is null))
    );
    comment on column requests.batch_line.attempts is
      'How often workers have set out to hold credit for this run. A hold that was given back before it arrived keeps its number, so that each try has another one.';
    create index batch_line_waiting on requests.batch_line (batch_id, line)
      where state = 'waiting';
    grant select, insert, update, delete on requests.batch_line to tollgate_worker;

    alter table requests.operation
      add column batch_id uuid,
      add column charged_n bigint check (charged_n >= 0);
    comment on column requests.operation.batch_id is
      'The batch whose line the operation is; null for one that a caller has sent by itself.';
    comment on column requests.operation.charged_n is
      'What the operation was charged; null until it has ended.';
    grant select (batch_id) on requests.operation to tollgate_account;
    grant insert on requests.operation to tollgate_worker`);
}
