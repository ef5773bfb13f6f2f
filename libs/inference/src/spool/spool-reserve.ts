import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './spool-files.ts';

/**
 * Room on the disk, in bytes, that is kept for the settlements of calls under way: those that a
 * process takes at once by default, 5,120 with its streams, at 800 bytes each.
 */
export const RESERVE_BYTES = 4_194_304;

/**
 * So much of the reserve is written again to learn whether the disk still takes anything, in bytes.
 */
const PROOF_BYTES = 4_096;
const RESERVE_FILE = 'reserve';

/**
 * A file of random bytes beside a spool, which no file system can store in less. A disk that fills
 * up is noticed while the file can still be given up for what has to be written: calls that their
 * provider has answered are settled, and no new one is taken.
 */
export interface SpoolReserve {
  /**
   * Proves that the disk takes a durable write, and that the reserve exists; makes the file where
   * it is missing.
   * @throws the error of the disk
   */
  prove(): Promise<void>;
  /** Gives the room of the reserve up. @returns false when there was none */
  spend(): Promise<boolean>;
}

/** The reserve of a spool's folder. Nothing is written yet. */
export function createReserve(directory: string): SpoolReserve {
  const path = join(directory, RESERVE_FILE);

  async function sizeNow(): Promise<number> {
    try {
      return (await stat(path)).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
  }

  return {
    async prove() {
      if ((await sizeNow()) === RESERVE_BYTES) {
        await write(path, { bytes: PROOF_BYTES, flags: 'r+' });
        return;
      }
      try {
        await write(path, { bytes: RESERVE_BYTES, flags: 'w' });
        await syncFolder(directory);
      } catch (error) {
        // A part of the reserve would only take the room of the next decision.
        await rm(path, { force: true });
        throw error;
      }
    },
    async spend() {
      if ((await sizeNow()) === 0) return false;
      await rm(path);
      return true;
    },
  };
}

/** Writes from the beginning of the file on; with `r+` the rest of it stays. */
async function write(path: string, how: { bytes: number; flags: 'r+' | 'w' }): Promise<void> {
  const file = await open(path, how.flags, 0o600);
  try {
    await file.writeFile(randomBytes(how.bytes));
    await file.sync();
  } finally {
    await file.close();
  }
}
