import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@tollgate/runtime/logger';
import { appendDurably, replayName, sizeOfSpool, TornFileError } from './spool-files.ts';
import { createReserve, RESERVE_BYTES } from './spool-reserve.ts';

/** Writes the active file of a spool. None of its functions may run beside another one. */
export interface SpoolWriter {
  /** The active file. */
  path: string;
  /**
   * Resolves when the lines are on the disk. Rejects when they cannot be kept; then none of them
   * is.
   */
  append: (lines: string) => Promise<void>;
  /**
   * Gives the active file a name of its own before it is read, so that appending goes on beside
   * that.
   */
  setAside: () => Promise<void>;
  /** Tries a durable write, which decides whether the spool is healthy. Never rejects. */
  prove: () => Promise<void>;
  /** Adds the sizes of all files up again. */
  measure: () => Promise<void>;
  /** How much waits in the folder, in bytes. */
  bytes: () => number;
  isHealthy: () => boolean;
  /** Takes the spool for unhealthy until the next proof. */
  doubt: (error: unknown) => void;
}

/** The writer of a process. It is healthy once its first proof has succeeded. */
export function createSpoolWriter(options: {
  directory: string;
  processId: string;
  logger: Logger;
  /**
   * The size of the spool in bytes from which on nothing more is taken. New calls are refused
   * sooner.
   */
  bytesMax: number;
}): SpoolWriter {
  const { directory, logger } = options;
  const active = createActiveFile(directory, `${options.processId}.jsonl`);
  const reserve = createReserve(directory);
  /** Calls under way still find room for their settlements when no new ones are taken. */
  const newCallsBelow = options.bytesMax - RESERVE_BYTES;
  let bytes = 0;
  /** Null before the first proof. */
  let isProven: boolean | null = null;

  function doubt(error: unknown): void {
    if (isProven !== false) logger.error({ error }, 'the spool cannot be written');
    isProven = false;
  }

  return {
    ...active,
    async append(lines) {
      const size = Buffer.byteLength(lines);
      if (bytes + size > options.bytesMax) throw new Error('the spool is full');
      try {
        await active.append(lines);
      } catch (error) {
        doubt(error);
        if (!(await reserve.spend().catch(() => false))) throw error;
        await active.append(lines);
      }
      bytes += size;
    },
    async prove() {
      try {
        await reserve.prove();
        if (isProven === false) logger.info('the spool takes durable writes again');
        isProven = true;
      } catch (error) {
        doubt(error);
      }
    },
    async measure() {
      bytes = await sizeOfSpool(directory);
    },
    doubt,
    bytes: () => bytes,
    isHealthy: () => isProven === true && bytes < newCallsBelow,
  };
}

function createActiveFile(
  directory: string,
  name: string,
): Pick<SpoolWriter, 'append' | 'path' | 'setAside'> {
  const path = join(directory, name);
  /** Where the file, whose torn end could not be cut off, stops to be whole, in bytes. */
  let tornAt: number | undefined;

  async function setAside(): Promise<void> {
    await rename(path, join(directory, replayName(tornAt))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
    tornAt = undefined;
  }

  return {
    path,
    setAside,
    async append(lines) {
      // What comes behind a torn end goes to a file of its own.
      if (tornAt !== undefined) await setAside();
      try {
        await appendDurably(path, lines);
      } catch (error) {
        if (error instanceof TornFileError) tornAt = error.wholeBytes;
        throw error;
      }
    },
  };
}
