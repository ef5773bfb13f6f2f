import { createHash } from 'node:crypto';
import { access, chmod, constants, mkdir, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

/** Absolute path of the work tree this file belongs to. */
export const REPOSITORY_ROOT: string = resolve(import.meta.dirname, '../..');

/** State folder of the stack that `make up` runs. */
export const DEFAULT_STATE_DIR: string = join(REPOSITORY_ROOT, '.tollgate');

/**
 * Where Node keeps what it has compiled, so that processes start in half the time from their second
 * start on.
 */
export const COMPILE_CACHE_DIR: string = join(REPOSITORY_ROOT, 'node_modules/.cache/node');

const SYSTEM_STATE_DIR = '/var/lib/tollgate-local';
const EXTRA_PATH_DIRS = ['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * Makes the state folder with its `logs` folder. Mode 0711: PostgreSQL's own user may pass through
 * to its data, nobody else may list what is inside, and each secret file is 0600 by itself.
 */
export async function makeStateDir(stateDir: string): Promise<void> {
  await mkdir(join(stateDir, 'logs'), { recursive: true });
  await chmod(stateDir, 0o711);
}

/**
 * A folder outside a work tree that other users cannot enter, for files PostgreSQL's own user has
 * to reach. Different paths give different folders, so that two clones never share one.
 */
export const systemDirFor = (path: string): string =>
  join(SYSTEM_STATE_DIR, createHash('sha256').update(resolve(path)).digest('hex').slice(0, 16));

/** Deletes a state folder and what belongs to it outside the work tree. */
export async function removeStateDir(stateDir: string): Promise<void> {
  await rm(stateDir, { recursive: true, force: true, maxRetries: 5 });
  if (process.getuid?.() === 0) {
    await rm(systemDirFor(stateDir), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether the file exists and this process may execute it. */
export const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Finds a command as the shell would (and in the usual server folders); undefined when absent. */
export async function findOnPath(command: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...EXTRA_PATH_DIRS];
  for (const folder of folders.filter(Boolean)) {
    const file = join(folder, command);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}
