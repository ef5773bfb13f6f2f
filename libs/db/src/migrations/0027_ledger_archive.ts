import type { Knex } from 'knex';

/**
 * Days of the sealed ledger that lie in cold storage as well. A schema of its own, because no role
 * but that of billing may reach the schema of the ledger: the archive gets functions that read what
 * is sealed and note what it has written, and no right on any table.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create schema ledger_archive;
    comment on schema ledger_archive is
      'Days of the sealed ledger in cold storage: nothing here can change the ledger.';

    create table ledger_archive.day (
      day date primary key,
      claims int not null,
      lease_until timestamptz,
      first_no int check (first_no > 0),
      last_no int check (last_no >= first_no),
      entries bigint check (entries >= 0),
      bytes bigint check (bytes >= 0),
      store text,
      name text,
      archived_at timestamptz,
      verified_at timestamptz,
      check (num_nulls(first_no, last_no, entries, bytes, store, name, archived_at) in (0, 7)),
      check (archived_at is not null or verified_at is null)
    );
    comment on table ledger_archive.day is
      'A row without archived_at is a day that is being written there.';
    comment on column ledger_archive.day.first_no is
      'The first of the seals whose movements the day has in the archive.';
    comment on column ledger_archive.day.verified_at is
      'When the files were last read again and had what the seals say.';

    grant usage on schema ledger_archive to tollgate_archive;
  `);
}
