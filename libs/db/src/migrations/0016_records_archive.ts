import type { Knex } from 'knex';

/**
 * Days of request records that lie in cold storage. These tables are in the schema of the records
 * and not in `maintenance`, which backups leave out: a restored database knows what it has archived.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table requests.archive (
      one boolean primary key default true check (one),
      after_days int not null check (after_days >= 30),
      store text not null,
      claims int not null default 0,
      lease_until timestamptz
    );
    comment on table requests.archive is
      'One row while days of request records are archived, and who is at it; none: they are not.';
    comment on column requests.archive.after_days is
      'How old a day is when its rows are to lie in the archive and no longer here.';

    create table requests.archived_day (
      day date primary key,
      claims int not null,
      rows bigint check (rows >= 0),
      charged_n numeric check (charged_n >= 0),
      digest bytea check (length(digest) = 32),
      bytes bigint check (bytes >= 0),
      store text,
      name text,
      archived_at timestamptz,
      verified_at timestamptz,
      left_at timestamptz,
      removed_at timestamptz,
      check (num_nulls(rows, charged_n, digest, bytes, store, name, archived_at) in (0, 7)),
      check (archived_at is not null
        or verified_at is null and left_at is null)
    );
    comment on table requests.archived_day is
      'Days of request records in cold storage. A row without archived_at is a day that is being written there.';
    comment on column requests.archived_day.digest is
      'SHA-256 over the rows in the order of their time, as they were read back from the archive.';
    comment on column requests.archived_day.left_at is
      'When the rows left this database; null while they are here as well.';
    comment on column requests.archived_day.removed_at is
      'When the archive gave them up, as the policy of request records says.';
    create index archived_day_left on requests.archived_day (day) where left_at is not null;

    grant usage on schema requests to tollgate_backup;
    grant select, insert, delete on requests.archive to tollgate_backup;
    grant update (after_days, store, claims, lease_until) on requests.archive to tollgate_backup;
    grant select on requests.archived_day to tollgate_backup, tollgate_worker;
    grant update (verified_at, removed_at) on requests.archived_day to tollgate_backup;
    grant select on requests.record to tollgate_backup;
  `);
}
