import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OperatorError } from '../command.ts';
import { migrate } from '../migrate.ts';
import type { MigrateOptions } from '../migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { PARTITION_DAYS_AHEAD } from '../partitions.ts';
import { checkBackup, openFile } from './check-backup.ts';
import type { StoredBackup } from './check-backup.ts';
import { listKeptTables, listRelations, listSequences } from './layout.ts';
import { readManifest } from './manifest.ts';
import type { Manifest, TableFile } from './manifest.ts';

export interface RestoreOptions extends MigrateOptions {
  backup: StoredBackup;
  log: (line: string) => void;
}

/**
 * A table that exists from the first step of a restore to the last, so that one that failed can be
 * run again.
 */
const UNFINISHED = 'public.restore_unfinished';

/**
 * Fills an empty database from a backup: checks every file first, applies the migrations, then
 * loads all rows in one transaction, so that a restore that fails leaves no row behind and can be
 * run again.
 * @throws OperatorError when a file is missing or damaged, when the database is not empty, or when
 *   the backup is of another schema
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { databaseUrl, backup, log } = options;
  assertSameSchema(await readManifest(backup.store, backup.name));
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'tollgate-restore',
  });
  await client.connect();
  try {
    await assertEmpty(client);
    const manifest = await checkBackup(backup, false);
    log(`the backup of ${manifest.takenAt} is whole`);
    await client.query(`create table if not exists ${UNFINISHED} ()`);
    await migrate(options);
    await client.query('begin');
    await load(client, manifest, { backup, log });
    // Partitions were made anew: those of years that left take no new rows.
    await client.query('select ledger_archive.guard_left_years()');
    await client.query(`drop table ${UNFINISHED}`);
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
  throw new OperatorError(
    `The backup is of schema ${migrations.at(-1)}, this version makes ${ours.at(-1)}. Restore it with the version that made it, then upgrade.`,
  );
}

async function assertEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ isEmpty: boolean }>(
    `select to_regclass('public.schema_migration') is null
       or to_regclass('${UNFINISHED}') is not null as "isEmpty"`,
  );
  if (rows[0]?.isEmpty === true) return;
  throw new OperatorError('The database is not empty. Restore into a new one.');
}

async function load(
  client: Client,
  manifest: Manifest,
  { backup, log }: Pick<RestoreOptions, 'backup' | 'log'>,
): Promise<void> {
  await makePartitions(client, manifest);
  const tables = await knownTables(client, manifest);
  const relations = await listRelations(client);
  // The backup has what triggers wrote when the rows were made; the triggers must not write that
  // again.
  for (const name of relations) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${tables.map(({ table }) => table).join(', ')}`);
  for (const table of tables) {
    const loaded = await loadTable(client, backup, table);
    if (loaded !== table.rows)
      throw new OperatorError(`${table.file} has ${loaded} of ${table.rows} rows.`);
    log(`${table.table}: ${loaded} rows`);
  }
  for (const name of relations) await client.query(`alter table ${name} enable trigger user`);
  await setSequences(client, manifest);
}

/**
 * The tables of the manifest in our own order, under names and columns that are ours: what a
 * manifest says goes into statements of the owner, and whoever can write to the store could write
 * more than names.
 */
async function knownTables(client: Client, { tables }: Manifest): Promise<TableFile[]> {
  const kept = await listKeptTables(client);
  const strange = tables.find(({ table }) => !kept.some(({ name }) => name === table));
  if (strange !== undefined)
    throw new OperatorError(`The backup has ${strange.table}, which no migration makes.`);
  return kept.map(({ name, columns }) => {
    const found = tables.find(({ table }) => table === name);
    if (found === undefined) throw new OperatorError(`The backup has no ${name}.`);
    if (found.columns.join() === columns.join()) return found;
    throw new OperatorError(`The backup has other columns of ${name} than the migrations make.`);
  });
}

async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  for (const { name } of await listSequences(client)) {
    const last = sequences.find((one) => one.name === name)?.last ?? null;
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

async function loadTable(client: Client, backup: StoredBackup, table: TableFile): Promise<number> {
  const columns = table.columns.join(', ');
  const { stream, assertWhole } = await openFile(backup, table);
  const sink = client.query(copyFrom(`copy ${table.table} (${columns}) from stdin`));
  await pipeline(stream, createGunzip(), sink);
  assertWhole();
  return sink.rowCount;
}
