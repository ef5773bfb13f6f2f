import { tmpdir } from 'node:os';
import { backupConfig } from '@tollgate/backup/config';
import { openBackup, openBackupStore } from '@tollgate/backup/open-store';
import type { BackupConfig } from '@tollgate/backup/open-store';
import { findNewest } from '@tollgate/backup/backup-store';
import type { StoredBackup } from '@tollgate/db/backup/check-backup';
import { MANIFEST } from '@tollgate/db/backup/manifest';
import { OperatorError, runCommand } from '@tollgate/db/command';
import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { ConfigError, loadConfig } from '@tollgate/runtime/config';
import { Client } from 'pg';

const POSTGRES = /^postgres(?:ql)?:$/u;

/** The input of a command. */
export interface CommandInput {
  config: BackupConfig;
  /** The address on the command line; empty: none. */
  address: string;
}

/** Writes one line to standard output. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a command. Any failure is printed in one line on standard error, with exit code 1. */
export async function operate(work: (reported: CommandInput) => Promise<void>): Promise<void> {
  const url = process.env['DATABASE_URL'] ?? '';
  const [address = ''] = process.argv.slice(2);
  try {
    await runCommand(url, () => work({ config: loadConfig(backupConfig, process.env), address }));
  } catch (error) {
    const reported =
      error instanceof ConfigError
        ? error.faults.join('; ')
        : error instanceof Error
          ? error.message
          : String(error);
    process.stderr.write(`${reported.replaceAll(/\s*\n\s*/gu, ' ')}\n`);
    process.exitCode = 1;
  }
}

/**
 * Does one work after the other; one that fails does not keep the next from being done.
 * @throws OperatorError with the messages of all that failed
 */
export async function eachOf(works: readonly (() => Promise<void>)[]): Promise<void> {
  const faults: string[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new OperatorError(faults.join(' '));
}

/** Gives DATABASE_URL. @throws OperatorError when it names no database */
export function databaseUrl(usage: string): string {
  const url = process.env['DATABASE_URL'] ?? '';
  if (url === '') throw new OperatorError(usage);
  if (!URL.canParse(url) || !POSTGRES.test(new URL(url).protocol))
    throw new OperatorError(
      'DATABASE_URL is no address of the form postgres://host:port/database.',
    );
  return url;
}

/** Connects to a database for the time of some work. */
export async function connected<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'tollgate-operations' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Where a command may put files for as long as it runs: TMPDIR, or that of the system. */
export const temporaryFolder = (): string => tmpdir();

/** Statements that count a day of records may take a while, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 600_000;
/** One connection works, one keeps a claim up. */
const POOL_MAX = 2;

/** Opens a pool and names a folder for the time of some work. */
export async function withPool<Result>(
  url: string,
  work: (at: { db: Knex; folder: string }) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase({
    url,
    applicationName: 'tollgate-operations',
    poolMax: POOL_MAX,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work({ db, folder: temporaryFolder() });
  } finally {
    await db.destroy();
  }
}

/**
 * Finds the backup at the address that the operator gave as FROM, else the newest whole one in
 * BACKUP_IN.
 * @throws OperatorError when there is none
 */
export async function findBackup(
  { address, config }: CommandInput,
  usage: string,
): Promise<StoredBackup> {
  if (address === '') return newestIn(config.BACKUP_IN, { config, field: 'BACKUP_IN', usage });
  const backup = openBackup(address, config, 'FROM');
  const manifest = await backup.store.read(backup.name, MANIFEST);
  manifest?.destroy();
  if (manifest !== null) return backup;
  const newest = await findNewest(openBackupStore(address, config, 'FROM')).catch(() => null);
  const at = backup.store.addressOf(backup.name);
  const hint = newest === null ? '' : ` The newest one in it is ${at}/${newest.name}.`;
  throw new OperatorError(`There is no backup in ${at}: it has no ${MANIFEST}.${hint}`);
}

async function newestIn(
  address: string,
  { config, field, usage }: { config: BackupConfig; field: string; usage: string },
): Promise<StoredBackup> {
  if (address === '') throw new OperatorError(usage);
  const store = openBackupStore(address, config, field);
  const newest = await findNewest(store);
  if (newest === null) throw new OperatorError(`There is no whole backup in ${store.addressOf()}.`);
  return { store, name: newest.name };
}
