import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../migrate.ts';
import type { MigrateOptions } from '../migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { PARTITION_DAYS_AHEAD } from '../partitions.ts';
import { listRelations } from './layout.ts';
import { readManifest } from './manifest.ts';
import type { Manifest, TableFile } from './manifest.ts';

export interface RestoreOptions extends MigrateOptions {
  folder: string;
  log: (line: string) => void;
}

/**
 * Fills an empty database from a backup: checks every file first, applies the migrations, then loads all rows in one
 * transaction, so that a restore that fails leaves an empty database behind.
 * @throws Error when a file is damaged, when the database is not empty, or when the backup is of another schema
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { databaseUrl, folder, log } = options;
  const manifest = await readManifest(folder);
  assertSameSchema(manifest);
  for (const table of manifest.tables) await assertWhole(folder, table);
  log(`the backup of ${manifest.takenAt} is whole`);
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'tollgate-restore',
  });
  await client.connect();
  try {
    await assertEmpty(client);
    await migrate(options);
    await client.query('begin');
    await load(client, manifest, { folder, log });
    await client.query('commit');
    await client.query('analyze');
    return manifest;
  } finally {
    await client.end();
  }
}

function assertSameSchema({ migrations }: Manifest): void {
  const ours = MIGRATIONS.map(({ name }) => name);
  if (JSON.stringify(migrations) === JSON.stringify(ours)) return;
  throw new Error(
    `The backup is of schema ${migrations.at(-1)}, this version makes ${ours.at(-1)}. Restore it with the version that made it, then upgrade.`,
  );
}

async function assertWhole(folder: string, { file, sha256 }: TableFile): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, file)), hash);
  if (hash.digest('hex') !== sha256) throw new Error(`${file} is damaged: its checksum differs.`);
}

async function assertEmpty(client: Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('public.schema_migration') as found");
  if (rows[0]?.found === null) return;
  throw new Error('The database is not empty. Restore into a new one.');
}

async function load(
  client: Client,
  manifest: Manifest,
  { folder, log }: Pick<RestoreOptions, 'folder' | 'log'>,
): Promise<void> {
  await makePartitions(client, manifest);
  const relations = await listRelations(client);
  // The backup has what triggers wrote when the rows were made; the triggers must not write that again.
  for (const name of relations) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${manifest.tables.map(({ table }) => table).join(', ')}`);
  for (const table of manifest.tables) {
    const loaded = await loadTable(client, folder, table);
    if (loaded !== table.rows) throw new Error(`${table.table}: ${loaded} of ${table.rows} rows`);
    log(`${table.table}: ${loaded} rows`);
  }
  for (const name of relations) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, last } of manifest.sequences) {
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  }
}

/** The days and years that the backup has, so that its rows can be purged by day as before. */
async function makePartitions(client: Client, manifest: Manifest): Promise<void> {
  const { partitionDays, yearDays = partitionDays, takenAt } = manifest;
  const { rows } = await client.query<{ age: number }>(
    'select greatest(0, cast(ceil(extract(epoch from now() - $1::timestamptz) / 86400) as int)) as age',
    [takenAt],
  );
  const age = rows[0]?.age ?? 0;
  await client.query('select maintenance.ensure_partitions($1, $2)', [
    partitionDays + age,
    PARTITION_DAYS_AHEAD,
  ]);
  await client.query(
    `select maintenance.ensure_years(parent, current_date - $1::int, current_date)
     from maintenance.partitioned where span = 'year'`,
    [yearDays + age],
  );
}

async function loadTable(client: Client, folder: string, table: TableFile): Promise<number> {
  const columns = table.columns.join(', ');
  const sink = client.query(copyFrom(`copy ${table.table} (${columns}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), sink);
  return sink.rowCount;
}
