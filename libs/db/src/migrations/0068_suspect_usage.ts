import type { Knex } from 'knex';

/** Reports of usage that are in doubt: why, beside the record of the request, and how many there were of each model on each day, for reconciliations. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(RECORD);
  await trx.raw(DAYS);
  await trx.raw(LINE);
}

const RECORD = `
alter table requests.record add column usage_suspect text;
comment on column requests.record.usage_suspect is
  'What is wrong with the usage that the provider reported; null where nothing is.';
`;

/** Written with the records of live keys, whose providers a reconciliation asks. */
const DAYS = `
create table requests.suspect_day (
  day date not null,
  provider text not null collate "C",
  model text not null collate "C",
  reason text not null check (length(reason) between 1 and 100),
  requests bigint not null check (requests > 0),
  primary key (provider, day, model, reason)
);
grant select, insert, update on requests.suspect_day to tollgate_inference, tollgate_worker;
grant select on requests.suspect_day to tollgate_admin;
`;

const LINE = `
alter table requests.reconciliation_line
  add column book_suspect jsonb check (jsonb_typeof(book_suspect) = 'object');
comment on column requests.reconciliation_line.book_suspect is
  'Requests whose reported usage is in doubt, by what is wrong; null where there are none.';
grant update (book_suspect) on requests.reconciliation_line to tollgate_worker;
`;
