import type { Knex } from 'knex';

/** What providers say they served, beside what the book says, by day and model. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(TABLES);
  await trx.raw(GRANTS);
}

/** A report's own text is not kept; what one name of an administrator's choice has begun is begun once. */
const TABLES = `
create table requests.reconciliation (
  id uuid primary key,
  created_by uuid not null,
  once_key text not null,
  body_sha bytea not null check (length(body_sha) = 32),
  provider text not null,
  format text not null,
  tolerance_bp integer not null check (tolerance_bp between 0 and 10000),
  has_tokens boolean not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  next_day date not null check (next_day between first_day and last_day + 1),
  rows_read integer not null check (rows_read >= 0),
  rows_left_out integer not null check (rows_left_out between 0 and rows_read),
  counts jsonb check (jsonb_typeof(counts) = 'object'),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (created_by, once_key),
  check ((finished_at is null) = (counts is null)),
  check (finished_at is null or next_day > last_day)
);
create index reconciliation_waiting on requests.reconciliation (id) where finished_at is null;
comment on column requests.reconciliation.next_day is 'The first day that is not compared yet.';

create table requests.reconciliation_line (
  reconciliation_id uuid not null references requests.reconciliation on delete cascade,
  day date not null,
  model text not null collate "C",
  is_reported boolean not null,
  reported_input bigint check (reported_input >= 0),
  reported_cache_read bigint check (reported_cache_read >= 0),
  reported_cache_write bigint check (reported_cache_write >= 0),
  reported_output bigint check (reported_output >= 0),
  reported_requests bigint check (reported_requests >= 0),
  reported_cost_n bigint,
  book_input bigint,
  book_cache_read bigint,
  book_cache_write bigint,
  book_output bigint,
  book_requests bigint,
  book_charged_n bigint,
  status text check (status in ('equal', 'differs', 'report_only', 'book_only')),
  apart text[] not null default '{}',
  primary key (reconciliation_id, day, model)
);
comment on column requests.reconciliation_line.status is 'Null until the day is compared.';
`;

const GRANTS = `
grant select, insert, delete on requests.reconciliation to tollgate_admin;
grant select, insert on requests.reconciliation_line to tollgate_admin;
grant select, update (next_day, counts, finished_at) on requests.reconciliation to tollgate_worker;
grant select, insert on requests.reconciliation_line to tollgate_worker;
grant update (book_input, book_cache_read, book_cache_write, book_output, book_requests,
  book_charged_n, status, apart) on requests.reconciliation_line to tollgate_worker;
`;
