import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listKeptTables, listMigrations, listSequences, oldestPartitionDays } from './layout.ts';
import type { KeptTable } from './layout.ts';
import { BACKUP_FORMAT, MANIFEST } from './manifest.ts';
import type { Manifest, TableFile } from './manifest.ts';

const OURS_ALONE = { folder: 0o700, file: 0o600 };

export interface BackupOptions {
  /** As the owner, or as a role that may read every table. */
  databaseUrl: string;
  /** A folder that does not exist yet. */
  folder: string;
  log: (line: string) => void;
}

/**
 * Writes every row of the database as of one moment, while all services go on. The folder gets its name only once the backup is whole, and
 * each file carries its checksum in the manifest.
 * @throws Error when the folder exists; nothing is left under its name then
 */
export async function backUp({ databaseUrl, folder, log }: BackupOptions): Promise<Manifest> {
  const partial = `${folder}.partial`;
  await mkdir(partial, { recursive: true, mode: OURS_ALONE.folder });
  const client = new Client({ connectionString: databaseUrl, application_name: 'tollgate-backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const manifest = await describe(client);
    for (const table of await listKeptTables(client)) {
      const file = await writeTable(client, partial, table);
      manifest.tables.push(file);
      log(`${file.table}: ${file.rows} rows`);
    }
    await client.query('commit');
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest, null, 2), {
      mode: OURS_ALONE.file,
    });
    await rename(partial, folder);
    return manifest;
  } finally {
    await client.end();
  }
}

async function describe(client: Client): Promise<Manifest> {
  // The first statement fixes the moment that everything is read as of.
  const { rows } = await client.query<{ takenAt: string; serverVersion: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "takenAt",
       current_setting('server_version') as "serverVersion"`,
  );
  const { takenAt = '', serverVersion = '' } = rows[0] ?? {};
  return {
    format: BACKUP_FORMAT,
    takenAt,
    serverVersion,
    migrations: await listMigrations(client),
    partitionDays: await oldestPartitionDays(client, 'day'),
    yearDays: await oldestPartitionDays(client, 'year'),
    sequences: await listSequences(client),
    tables: [],
  };
}

async function writeTable(client: Client, folder: string, table: KeptTable): Promise<TableFile> {
  const file = `${table.name.replaceAll('"', '')}.copy.gz`;
  const path = join(folder, file);
  const columns = table.columns.join(', ');
  const source = client.query(copyTo(`copy (select ${columns} from ${table.name}) to stdout`));
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const sink = createWriteStream(path, { mode: OURS_ALONE.file });
  await pipeline(source, createGzip(), hashing, sink);
  await flush(path);
  return {
    table: table.name,
    columns: table.columns,
    file,
    rows: source.rowCount,
    sha256: hash.digest('hex'),
  };
}

/** A backup that a crash of the machine empties would be noticed too late. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
