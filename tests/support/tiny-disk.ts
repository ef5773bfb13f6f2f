import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The size of the file system that tells whether one can be mounted, in bytes. */
const PROBE_BYTES = 65_536;

/** A file system in memory that a test can fill up. */
export interface TinyDisk {
  path: string;
  /** Leaves room for so many bytes. Files take whole pages of 4,096 bytes. */
  fill(bytesLeft: number): Promise<void>;
  /** Gives the room back that was filled. */
  clear(): Promise<void>;
  drop(): void;
}

/** Whether the user of the tests may mount. Where not, a test has to say that it is left out. */
export function mayMount(): boolean {
  try {
    aTinyDisk(PROBE_BYTES).drop();
    return true;
  } catch {
    return false;
  }
}

/** Mounts a file system of this size. @throws where the user of the tests may not mount */
export function aTinyDisk(bytes: number): TinyDisk {
  const path = mkdtempSync(join(tmpdir(), 'tiny-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
  const ballast = join(path, 'ballast');
  const clear = (): Promise<void> => rm(ballast, { force: true });
  return {
    path,
    async fill(bytesLeft) {
      await clear();
      const { bavail, bsize } = await statfs(path);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - bytesLeft, 1));
    },
    clear,
    drop() {
      execFileSync('umount', [path]);
      rmdirSync(path);
    },
  };
}
