import type { Knex } from 'knex';

/**
 * Tables that are never dropped get a partition for each year: a plan locks and knows every partition, so that days would make
 * each call dearer for ever. Days that are there already stay until `merge.sql` makes one partition of those of a month.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table maintenance.partitioned
      add column span text not null default 'day' check (span in ('day', 'year'));
    update maintenance.partitioned set span = 'year'
    where parent in ('billing.reservation'::regclass, 'billing.entry'::regclass);
  `);
  await trx.raw(MERGES);
}

/** Oids and pages, which mean nothing in another database: a backup leaves this schema out. */
const MERGES = `
create table maintenance.merge (
  parent regclass primary key references maintenance.partitioned,
  first_day date not null,
  next_day date not null,
  days regclass[] not null,
  shape text not null,
  place int not null default 1,
  page bigint not null default 0,
  rows_read bigint not null default 0,
  digest_read numeric not null default 0,
  rows_copied bigint not null default 0,
  digest_copied numeric not null default 0
);
comment on table maintenance.merge is 'Days that are being made into one partition.';
comment on column maintenance.merge.days is 'The partitions, oldest first.';
comment on column maintenance.merge.shape is
  'What the columns, constraints and indexes were when the copy was made.';
comment on column maintenance.merge.place is 'Which of the days is read; 0: all are, the copy is checked.';
comment on column maintenance.merge.page is 'The next page to be read, of the day or of the copy.';
create table maintenance.merge_write (
  day regclass not null
);
comment on table maintenance.merge_write is
  'Days that were written to after their copying began, so that the copy is of no use.';
`;
