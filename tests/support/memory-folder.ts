import { chmod, lstat, mkdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
/**
 * What three stacks, the shared cluster and the databases of tests take at most, with room to
 * spare.
 */
const BYTES_MIN = 4 * 2 ** 30;
/** Memory that has to be left for the processes, with what the files take. */
const AVAILABLE_BYTES_MIN = 6 * 2 ** 30;
/** PostgreSQL's own user passes through to its data; nobody else may list what is inside. */
const MODE = 0o711;

/**
 * Whether the kernel's table of mounts has a file system in memory there, whose programs may run.
 */
const runsPrograms = (mounts: string): boolean =>
  mounts.split('\n').some((line) => {
    const [, path, type, options = ''] = line.split(' ');
    return path === SHARED_MEMORY && type === 'tmpfs' && !options.split(',').includes('noexec');
  });

/**
 * A folder in memory for the files of a test run. A file system on disk that has no journal takes
 * hundreds of milliseconds of processor time to copy a database of 900 files, once tests have
 * deleted others, because it passes over each inode that was deleted lately.
 * @returns undefined where there is none, or too little memory
 */
export async function memoryFolder(): Promise<string | undefined> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  if (!runsPrograms(mounts) || process.availableMemory() < AVAILABLE_BYTES_MIN) return undefined;
  const { bavail, bsize } = await statfs(SHARED_MEMORY);
  if (bavail * bsize < BYTES_MIN) return undefined;
  const uid = process.getuid?.() ?? 0;
  // One name for all runs, so that a run finds what a killed one has left.
  const folder = join(SHARED_MEMORY, `tollgate-tests-${uid}`);
  await mkdir(folder, { recursive: true });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== uid) return undefined;
  await chmod(folder, MODE);
  return folder;
}
