import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadKeys } from '@tollgate/deploy/local/keys';
import { locatePostgresFiles } from '@tollgate/deploy/local/postgres-files';
import { execa } from 'execa';

const KEYS = 'keys.json';
const DATA = 'postgres';

/**
 * Copies the files of a stopped PostgreSQL in place of what is there. Owners and modes stay as they
 * are: PostgreSQL refuses data of another owner.
 */
export async function copyFiles(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await execa('cp', ['-a', from, to]);
}

/** Where the PostgreSQL of a state folder keeps its data. */
export async function dataDirOf(stateDir: string): Promise<string> {
  const { postgresPassword } = await loadKeys(stateDir);
  return (await locatePostgresFiles(stateDir, postgresPassword)).dataDir;
}

/**
 * Copies the keys and the database of a state folder whose PostgreSQL is stopped.
 * @param folder where to; {@link beginWith} takes this folder
 */
export async function keepBeginnings(stateDir: string, folder: string): Promise<void> {
  await copyFiles(await dataDirOf(stateDir), join(folder, DATA));
  await copyFiles(join(stateDir, KEYS), join(folder, KEYS));
}

/**
 * Gives a new state folder the keys and the migrated database that {@link keepBeginnings} has kept.
 */
export async function beginWith(folder: string, stateDir: string): Promise<void> {
  await copyFiles(join(folder, KEYS), join(stateDir, KEYS));
  await copyFiles(join(folder, DATA), await dataDirOf(stateDir));
}
