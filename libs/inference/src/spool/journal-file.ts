import { constants } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cutBack, isOpenJournal, openJournalName, replayName, syncFolder } from './spool-files.ts';

/** From this size on, in bytes, a file of the journal takes no more lines. */
const FILE_BYTES_MAX = 4_194_304;
/**
 * Each write is on the disk when it returns: one turn of the thread pool instead of two. Opened for
 * appending, so that a file that was cut back goes on at its end.
 */
const DURABLE_APPEND =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_DSYNC;
const OWNER_ONLY = 0o600;

interface OneFile {
  path: string;
  handle: FileHandle;
  bytes: number;
  /** The highest number of a line that the file holds. */
  last: number;
  /** The whole bytes of a file whose torn end could not be cut off; such a file is full. */
  wholeBytes?: number;
}

/**
 * The files of a process's journal: lines are added to the newest, and a file goes when billing has
 * received all its lines. None of the functions may run beside another one.
 */
export interface JournalFiles {
  /**
   * Resolves when the lines are on the disk. Rejects when they cannot be kept; then none of them
   * is read again.
   * @param last the highest number among the lines
   */
  append(lines: string, last: number): Promise<void>;
  /** Removes the files whose lines billing has answered; with `isEnd` the newest one too. */
  forget(reportedThrough: number, isEnd?: boolean): Promise<void>;
  /** Leaves every file to the spool, whose replays send their lines. */
  handOver(): Promise<void>;
}

/** The files of one process in the folder of its spool; the first is made with the first line. */
export function createJournalFiles(directory: string, processId: string): JournalFiles {
  const files: OneFile[] = [];
  let made = 0;

  async function newest(): Promise<OneFile> {
    const last = files.at(-1);
    const isOpen = last?.wholeBytes === undefined && (last?.bytes ?? 0) < FILE_BYTES_MAX;
    if (last !== undefined && isOpen) return last;
    const path = join(directory, openJournalName(processId, (made += 1)));
    const file: OneFile = { path, handle: await openNamed(path), bytes: 0, last: 0 };
    files.push(file);
    return file;
  }

  async function remove(file: OneFile): Promise<void> {
    files.splice(files.indexOf(file), 1);
    await file.handle.close();
    await rm(file.path, { force: true });
  }

  /** Leaves one file to the spool. A file that cannot be renamed stays ours, for another try. */
  async function leave(file: OneFile): Promise<void> {
    await rename(file.path, join(directory, replayName(file.wholeBytes)));
    files.splice(files.indexOf(file), 1);
    await file.handle.close();
  }

  /** Cuts a failed write off; where that fails too, nothing more comes behind the torn end. */
  async function mend(file: OneFile): Promise<void> {
    try {
      await cutBack(file.handle, file.bytes);
    } catch {
      file.wholeBytes = file.bytes;
      await leave(file).catch(() => undefined);
    }
  }

  return {
    async append(lines, last) {
      const file = await newest();
      try {
        await file.handle.appendFile(lines);
      } catch (error) {
        await mend(file);
        throw error;
      }
      file.bytes += Buffer.byteLength(lines);
      file.last = last;
    },
    async forget(reportedThrough, isEnd = false) {
      const past = isEnd ? [...files] : files.slice(0, -1);
      for (const file of past) if (file.last <= reportedThrough) await remove(file);
    },
    async handOver() {
      for (let [first] = files; first !== undefined; [first] = files) await leave(first);
    },
  };
}

/** Makes a file whose name is as durable as its lines. */
async function openNamed(path: string): Promise<FileHandle> {
  const handle = await open(path, DURABLE_APPEND, OWNER_ONLY);
  try {
    await syncFolder(dirname(path));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Gives files that a journal of an earlier process has left the name of files that wait for a
 * replay.
 */
export async function adoptJournals(directory: string): Promise<void> {
  const names = await readdir(directory);
  for (const name of names.filter(isOpenJournal).sort()) {
    await rename(join(directory, name), join(directory, replayName()));
  }
}
