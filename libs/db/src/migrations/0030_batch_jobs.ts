import type { Knex } from 'knex';

export const contracts = { since: '0001_baseline', because: 'the checks are wider than before' };

/**
 * Jobs at the batch interfaces of providers. A line of a batch that goes over one is an operation
 * that waits in the state `sent`, which no queue and no count of open operations knows, until the
 * results of its job are read.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table requests.operation
      drop constraint operation_state_check,
      drop constraint operation_check,
      add constraint operation_state_check
        check (state in ('queued', 'sent', 'running', 'done', 'failed')),
      add constraint operation_check
        check (state in ('queued', 'sent', 'running') = (box is not null));

    alter table requests.batch
      add column targets jsonb not null default '[]',
      add column at_batch_price int not null default 0 check (at_batch_price >= 0);
    comment on column requests.batch.targets is
      'The models of its lines that go over the batch interface of a provider: name, model, credential.';
    comment on column requests.batch.at_batch_price is
      'How many lines were answered at the batch price of their model.';

    alter table requests.batch_line
      add column price text default 'standard' check (price in ('standard', 'batch')),
      add column job_id uuid;
    comment on column requests.batch_line.price is
      'At which price its run is held: batch over the interface of a provider. Null until that is decided.';
    comment on column requests.batch_line.job_id is 'The job that its run is part of.';
    create index batch_line_of_job on requests.batch_line (job_id) where job_id is not null;

    create table requests.batch_job (
      id uuid primary key,
      batch_id uuid not null references requests.batch on delete cascade,
      user_id uuid not null,
      model text not null,
      model_id uuid not null,
      credential_id uuid not null,
      path text not null,
      state text not null default 'filling'
        check (state in ('filling', 'sending', 'sent', 'over', 'forgotten')),
      lines int not null default 0 check (lines >= 0),
      bytes bigint not null default 0 check (bytes >= 0),
      tokens bigint not null default 0 check (tokens >= 0),
      file text,
      job text,
      tries int not null default 0 check (tries >= 0),
      leftovers jsonb not null default '[]',
      look_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      sending_at timestamptz,
      sent_at timestamptz,
      cancelled_at timestamptz,
      over_at timestamptz,
      check (state not in ('sent', 'over') or job is not null or over_at is not null)
    );
    comment on table requests.batch_job is
      'Jobs at the batch interfaces of providers, each with lines of one batch.';
    comment on column requests.batch_job.sending_at is
      'Written before the provider is asked to begin the job: a worker that finds it without the name of the job looks the job up.';
    comment on column requests.batch_job.leftovers is
      'Paths at the provider that are still to be deleted.';
    create index batch_job_open on requests.batch_job (batch_id)
      where state in ('filling', 'sending', 'sent');
    create index batch_job_waiting on requests.batch_job (credential_id, user_id)
      where state in ('filling', 'sending', 'sent');
    create index batch_job_names on requests.batch_job (credential_id, job) where job is not null;
    create index batch_job_leftovers on requests.batch_job (look_at) where state = 'over';
    grant select, insert, update, delete on requests.batch_job to tollgate_worker;
    grant select on requests.batch_job to tollgate_account, tollgate_admin`);
}
