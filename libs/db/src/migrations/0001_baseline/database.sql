-- What belongs to no single owner: the change log that replicas follow, partitions, backups, and
-- the record of repeatable files. Functions, views and triggers stand in the `sql` folders of their
-- owners and are applied after the migrations.

create schema change;
grant usage on schema change to tollgate_account, tollgate_admin, tollgate_inference,
  tollgate_worker;

create schema maintenance;
grant usage on schema maintenance to tollgate_admin, tollgate_backup, tollgate_billing,
  tollgate_worker;

-- One row, whose lock keeps epochs in the order of commits.
create table change.counter (
  one boolean primary key default true check (one),
  epoch bigint not null default 0
);
grant select, update on change.counter to tollgate_account, tollgate_admin, tollgate_worker;
grant select on change.counter to tollgate_inference;
insert into change.counter default values;

create table change.log (
  epoch bigint primary key,
  topic text not null check (topic in ('key', 'user', 'catalog', 'administrator')),
  id uuid,
  at timestamptz not null default now()
);
grant select, insert on change.log to tollgate_account, tollgate_admin, tollgate_worker;
grant select on change.log to tollgate_inference;

-- Tables that are partitioned. `key_kind` says by what: a timestamp, or a UUIDv7, whose first 48
-- bits are milliseconds since 1970. Tables that are never dropped have a partition for each year: a
-- plan locks and knows every partition, so that days would make each call dearer for ever. Rows
-- outside every partition land in the default one, so that an insert never fails for want of one.
create table maintenance.partitioned (
  parent regclass primary key,
  key_kind text not null check (key_kind in ('time', 'uuid7')),
  span text not null default 'day' check (span in ('day', 'year'))
);

create table public.schema_repeatable (
  path text primary key,
  checksum text not null,
  defines jsonb not null,
  applied_at timestamptz not null default now()
);
comment on table public.schema_repeatable is
  'The files of functions, views and triggers as they were applied: SHA-256 of the text, and what it defines.';
grant select on public.schema_repeatable to tollgate_account, tollgate_admin, tollgate_billing,
  tollgate_inference, tollgate_worker;

-- Databases from before the baseline may have days where years belong; `merge.sql` makes one
-- partition of those of a month. Oids and pages mean nothing in another database: a backup leaves
-- this schema out.
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
comment on column maintenance.merge.place is
  'Which of the days is read; 0: all are, the copy is checked.';
comment on column maintenance.merge.page is
  'The next page to be read, of the day or of the copy.';

create table maintenance.merge_write (
  day regclass not null
);
comment on table maintenance.merge_write is
  'Days that were written to after their copying began, so that the copy is of no use.';

-- The role that makes backups reads everything else through PostgreSQL's own `pg_read_all_data`,
-- which `migrate` grants where the owner may.
create table maintenance.backup (
  store text not null,
  name text not null,
  taken_at timestamptz not null,
  bytes bigint not null check (bytes >= 0),
  verified_at timestamptz,
  primary key (store, name)
);
create index backup_by_moment on maintenance.backup (taken_at);
comment on table maintenance.backup is
  'Backups that lie in a store, as the command that made them noted.';
comment on column maintenance.backup.taken_at is 'The moment that the backup shows.';
comment on column maintenance.backup.verified_at is
  'When every file was read again and found as it was written.';
grant select, insert, delete on maintenance.backup to tollgate_backup;
grant select on maintenance.backup to tollgate_worker;
grant update (verified_at) on maintenance.backup to tollgate_backup;

-- A look that does not come to its end shows since when nobody has verified the ledger.
create table maintenance.ledger_look (
  one boolean primary key default true check (one),
  ended_at timestamptz not null
);
comment on table maintenance.ledger_look is
  'One row: the end of the newest look at the whole ledger that came to its end.';
grant select on maintenance.ledger_look to tollgate_admin, tollgate_worker;
grant select, insert, update on maintenance.ledger_look to tollgate_billing;
