import type { Knex } from 'knex';

/** What one failure must not decide for others: moments whose request records cannot be completed, and the kind of a video's failures in a row. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(GAPS);
  await trx.raw(TRIES);
}

/** One row for each millisecond whose records the database refuses, so that all others are completed meanwhile. */
const GAPS = `
create table requests.completion_gap (
  from_moment timestamptz primary key,
  until_moment timestamptz not null check (until_moment > from_moment),
  reason text not null check (length(reason) <= 1000),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
comment on table requests.completion_gap is
  'Spans whose charges could not be compared with request records; each run tries them again.';
grant select, insert, update, delete on requests.completion_gap to tollgate_worker;
`;

/** Null: no failure since the provider last said that it works, or one that the release before has noted. */
const TRIES = `
alter table requests.video add column tries_kind text
  check (tries_kind in ('made', 'nothing', 'unknown'));
comment on column requests.video.tries_kind is
  'What the failures that tries counts have in common: a video that is made and not delivered, no answer, or a job that the provider does not know.';
`;
