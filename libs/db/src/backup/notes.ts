import type { Client } from 'pg';
import { row } from '../connect.ts';
import type { Db } from '../connect.ts';
import type { Manifest } from './manifest.ts';
import type { BackupStore } from './store.ts';

/**
 * Notes in the database that a backup was made. Nothing happens in a database of a release that
 * keeps no notes.
 */
export async function noteBackup(
  client: Client,
  store: BackupStore,
  made: { name: string; manifest: Manifest; bytes: number },
): Promise<void> {
  if (!(await keepsNotes(client))) return;
  await client.query(
    `insert into maintenance.backup (store, name, taken_at, bytes) values ($1, $2, $3::timestamptz, $4)
     on conflict (store, name) do nothing`,
    [store.addressOf(), made.name, made.manifest.takenAt, made.bytes],
  );
}

/** Notes that every file of a backup was read and found as it was written. */
export async function noteVerified(client: Client, store: BackupStore, name: string) {
  if (!(await keepsNotes(client))) return;
  await client.query(
    'update maintenance.backup set verified_at = now() where store = $1 and name = $2',
    [store.addressOf(), name],
  );
}

/** Forgets backups that lie there no longer. @param names those that do */
export async function forgetOthers(client: Client, store: BackupStore, names: readonly string[]) {
  if (!(await keepsNotes(client))) return;
  await client.query('delete from maintenance.backup where store = $1 and name <> all ($2)', [
    store.addressOf(),
    names,
  ]);
}

async function keepsNotes(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ keeps: boolean }>(
    "select to_regclass('maintenance.backup') is not null as keeps",
  );
  return rows[0]?.keeps === true;
}

/**
 * How many seconds ago the database was as its newest backup shows it, and as the newest one shows
 * it that was read again.
 */
export interface BackupAges {
  complete: number;
  verified: number;
}

/**
 * Gives the ages of the newest backups; the age of the installation where there is none yet. Null
 * where nobody makes backups here: the role `tollgate_backup` may not log in and has never noted
 * one.
 */
export async function readBackupAges(db: Db): Promise<BackupAges | null> {
  return row<BackupAges>(
    db,
    `select cast(extract(epoch from now() - coalesce(complete, since)) as float8) as complete,
       cast(extract(epoch from now() - coalesce(verified, since)) as float8) as verified
     from (
       select (select max(taken_at) from maintenance.backup) as complete,
         (select max(taken_at) from maintenance.backup where verified_at is not null) as verified,
         (select min(migration_time) from public.schema_migration) as since
     ) known
     where complete is not null
       or exists (select from pg_roles where rolname = 'tollgate_backup' and rolcanlogin)`,
  );
}
