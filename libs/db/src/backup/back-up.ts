import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { OperatorError } from '../command.ts';
import {
  findUnreadable,
  hasSchema,
  listKeptTables,
  listMigrations,
  listSequences,
  listTablesOfYears,
  oldestPartitionDays,
} from './layout.ts';
import type { KeptTable } from './layout.ts';
import { newManifest, writeManifest } from './manifest.ts';
import type { Manifest, TableFile } from './manifest.ts';
import { noteBackup } from './notes.ts';
import type { BackupStore, BackupWriter } from './store.ts';

export interface BackupOptions {
  /**
   * As the owner, or as `tollgate_backup`, which may read everything and write nothing but that a
   * backup was made.
   */
  databaseUrl: string;
  store: BackupStore;
  /** The name of the new backup; absent: its moment, and the database notes that it was made. */
  name?: string;
  log: (line: string) => void;
}

/** A backup that was made. */
export interface MadeBackup {
  name: string;
  manifest: Manifest;
  /** The size of all files together, as they lie in the store. */
  bytes: number;
}

/**
 * Writes every row of the database as of one moment, while all services go on. The manifest comes
 * last, so that half a backup is never taken for one, and carries the checksum of each file.
 * @throws OperatorError when something lies under the name, or when the role may not read a table;
 *   nothing is left under the name then
 */
export async function backUp({
  databaseUrl,
  store,
  name: given,
  log,
}: BackupOptions): Promise<MadeBackup> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'tollgate-backup' });
  await client.connect();
  try {
    await assertReadable(client);
    const exchanged = await listTablesOfYears(client);
    await client.query('begin isolation level repeatable read read only');
    await keepPartitions(client, exchanged);
    const manifest = await describe(client);
    const name = given ?? nameOf(manifest.takenAt);
    const writer = await store.begin(name);
    await writeAll(client, { writer, manifest, log }).catch(async (error: unknown) => {
      // What went wrong is worth more than that it could not be cleared up.
      await writer.abandon().catch(() => undefined);
      throw error;
    });
    const bytes = manifest.tables.reduce((sum, table) => sum + (table.bytes ?? 0), 0);
    if (given === undefined) await noteBackup(client, store, { name, manifest, bytes });
    return { name, manifest, bytes };
  } finally {
    await client.end();
  }
}

/**
 * Which partitions a table has is read as of now, and their rows as of the moment of the backup:
 * one that is exchanged for another meanwhile, as a year is that leaves, would be missing. Comes
 * before anything is read, so that the moment of the backup is not earlier.
 */
async function keepPartitions(client: Client, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map((table) => `only ${table}`).join(', ');
  await client.query(`lock table ${names} in access share mode`);
}

/**
 * `2026-11-25T02:30:00.123456Z` is `2026-11-25T02-30-00Z` as a name: names sort in the order of
 * their moments.
 */
const nameOf = (takenAt: string): string => `${takenAt.slice(0, 19).replaceAll(':', '-')}Z`;

async function assertReadable(client: Client): Promise<void> {
  if (!(await hasSchema(client)))
    throw new OperatorError('There is no Tollgate in this database: it has no schema_migration.');
  const unreadable = await findUnreadable(client);
  if (unreadable === null) return;
  const { role, table } = unreadable;
  throw new OperatorError(
    `The role ${role} may not read ${table}. As an administrator of the database run: grant pg_read_all_data to ${role}`,
  );
}

async function describe(client: Client): Promise<Manifest> {
  const { rows } = await client.query<{ takenAt: string; serverVersion: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "takenAt",
       current_setting('server_version') as "serverVersion"`,
  );
  const { takenAt = '', serverVersion = '' } = rows[0] ?? {};
  return newManifest({
    takenAt,
    serverVersion,
    migrations: await listMigrations(client),
    partitionDays: await oldestPartitionDays(client, 'day'),
    yearDays: await oldestPartitionDays(client, 'year'),
    sequences: await listSequences(client),
  });
}

interface Writing {
  writer: BackupWriter;
  /** Gets the tables. */
  manifest: Manifest;
  log: (line: string) => void;
}

async function writeAll(client: Client, { writer, manifest, log }: Writing): Promise<void> {
  for (const table of await listKeptTables(client)) {
    const file = await writeTable(client, writer, table);
    manifest.tables.push(file);
    log(`${file.table}: ${file.rows} rows, ${file.bytes} bytes`);
  }
  await client.query('commit');
  await writer.finish(writeManifest(manifest));
}

async function writeTable(
  client: Client,
  writer: BackupWriter,
  table: KeptTable,
): Promise<TableFile> {
  const file = `${table.name.replaceAll('"', '')}.copy.gz`;
  const columns = table.columns.join(', ');
  const source = client.query(copyTo(`copy (select ${columns} from ${table.name}) to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const sent = writer.write(file, hashing).catch((error: unknown) => {
    // Nobody reads on: the rows must not wait for room.
    hashing.destroy(error as Error);
    throw error;
  });
  await Promise.all([sent, pipeline(source, createGzip(), hashing)]);
  const rows = source.rowCount;
  return {
    table: table.name,
    columns: table.columns,
    file,
    rows,
    bytes,
    sha256: hash.digest('hex'),
  };
}
