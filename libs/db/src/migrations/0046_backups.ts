import type { Knex } from 'knex';

/**
 * A table for what is known of backups, and rights for the role that makes them. The role reads everything else through PostgreSQL's own
 * `pg_read_all_data`, which `migrate` grants where the owner may. Backups leave this schema out: a restored database knows of none.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table maintenance.backup (
      store text not null,
      name text not null,
      taken_at timestamptz not null,
      bytes bigint not null check (bytes >= 0),
      verified_at timestamptz,
      primary key (store, name)
    );
    create index backup_by_moment on maintenance.backup (taken_at);
    comment on table maintenance.backup is 'Backups that lie in a store, as the command that made them noted.';
    comment on column maintenance.backup.taken_at is 'The moment that the backup shows.';
    comment on column maintenance.backup.verified_at is
      'When every file was read again and found as it was written.';
    grant usage on schema maintenance to tollgate_backup;
    grant select, insert, update (verified_at), delete on maintenance.backup to tollgate_backup;
    grant select on maintenance.backup to tollgate_worker;
  `);
}
