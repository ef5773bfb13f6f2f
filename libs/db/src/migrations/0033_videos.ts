import type { Knex } from 'knex';

/** Films: what was asked for, how each stands at its provider, and the file that came back. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(VIDEO);
  await trx.raw(HOLDER);
}

/**
 * Who answers for the holds of films: a process that never goes. A hold without one would be an orphan to the workers of the release before,
 * which do not look for films.
 */
const HOLDER = `
insert into billing.process (id, service, seen_at)
values ('00000000-0000-7000-8000-0000000f1135', 'films', 'infinity');
`;

/**
 * What is to be made is sealed under its own data key and goes with the end. `claims` is the fence of every write of a worker.
 * `submitting` stands before a provider is called, so that a film whose provider may have heard of it is never begun again; `job` is
 * the provider's name of it. Nothing of a file is known before it lies in the store whole, and nothing is charged before that is known.
 */
const VIDEO = `
create table requests.video (
  id uuid primary key,
  user_id uuid not null,
  api_key_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  request_id text not null,
  model text not null,
  terms jsonb not null,
  catalog_revision text not null,
  master_version text,
  wrapped_key bytea,
  box bytea,
  state text not null default 'queued'
    check (state in ('queued', 'submitting', 'working', 'indeterminate', 'completed', 'failed')),
  claims int not null default 0 check (claims >= 0),
  tries int not null default 0 check (tries >= 0),
  lease_owner uuid,
  lease_until timestamptz,
  due_at timestamptz not null default now(),
  way jsonb,
  job text,
  percent int check (percent between 0 and 100),
  submitted_at timestamptz,
  gives_up_at timestamptz not null,
  error_code text,
  error_message text,
  usage jsonb,
  charged_n bigint check (charged_n >= 0),
  media_bytes bigint check (media_bytes > 0),
  media_sha256 bytea,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  deleted_at timestamptz,
  check ((state in ('completed', 'failed')) = (finished_at is not null)),
  check ((finished_at is null) = (box is not null)),
  check ((state = 'failed') = (error_code is not null)),
  check (state <> 'completed' or charged_n is not null),
  check (media_bytes is null or state <> 'failed'),
  check ((media_bytes is null) = (media_sha256 is null)),
  check (deleted_at is null or finished_at is not null)
);
comment on table requests.video is 'Films and how they stand.';
create index video_due on requests.video (due_at) where finished_at is null;
create index video_by_owner on requests.video (user_id, mode, id);
create index video_files on requests.video (expires_at) where media_bytes is not null;
grant select, insert on requests.video to tollgate_inference;
grant update (deleted_at) on requests.video to tollgate_inference;
grant select, update, delete on requests.video to tollgate_worker;
`;
