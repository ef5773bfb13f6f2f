import { createHash, randomUUID } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { glob, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { HEAD_BYTES, MediaTooLarge, MediaTorn, pathOf } from './media-store.ts';
import type {
  MediaName,
  MediaReader,
  MediaStore,
  MediaWriter,
  StoredMedia,
} from './media-store.ts';

/** Only the processes of the gateway read what callers own. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const READ_BYTES = 262_144;
const PART = '.part';

/**
 * Files in a directory: the store of an installation on one host, or of several that share a
 * volume. A file is written beside its final path under a name of its own, so that two writers
 * never meet, and moved there once it is whole and durable.
 */
export function createDirectoryStore(root: string): MediaStore {
  const locationOf = (name: MediaName): { folder: string; path: string } => {
    const [userId, id] = pathOf(name);
    const folder = join(root, userId);
    return { folder, path: join(folder, id) };
  };
  return {
    async write(name, bytesMax) {
      const { folder, path } = locationOf(name);
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      const part = `${path}.${randomUUID()}${PART}`;
      const file = await open(part, 'wx', FILE_MODE);
      return new PartWriter({ file, part, folder, path, bytesMax });
    },
    async read(name, range) {
      const file = await open(locationOf(name).path, 'r').catch(nullWhereAbsent);
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        if (size <= range.end) throw new MediaTorn(size);
      } catch (error) {
        await file.close();
        throw error;
      }
      return readerOf(file, range);
    },
    async remove(name) {
      await rm(locationOf(name).path, { force: true });
    },
    async removeLeft(idleMs) {
      const nowMs = await clockOf(root);
      let removed = 0;
      for await (const name of glob(`*/*${PART}`, { cwd: root })) {
        const path = join(root, name);
        const writtenMs = await timeOf(path);
        if (writtenMs === null || nowMs - writtenMs < idleMs) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

function nullWhereAbsent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/**
 * What time it is where the files lie, which may be on another host: that of a file that is written
 * now.
 */
async function clockOf(root: string): Promise<number> {
  await mkdir(root, { recursive: true, mode: FOLDER_MODE });
  const path = join(root, `.clock.${randomUUID()}`);
  const file = await open(path, 'wx', FILE_MODE);
  try {
    return (await file.stat()).mtimeMs;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

/**
 * When a file was written to last; null where another process has removed or moved it meanwhile.
 */
async function timeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(nullWhereAbsent);
  return found?.mtimeMs ?? null;
}

function readerOf(file: FileHandle, { start, end }: { start: number; end: number }): MediaReader {
  return file.createReadStream({ start, end, highWaterMark: READ_BYTES });
}

interface Part {
  file: FileHandle;
  part: string;
  folder: string;
  path: string;
  bytesMax: number;
}

class PartWriter implements MediaWriter {
  readonly #part: Part;
  #hash: Hash = createHash('sha256');
  #head = Buffer.alloc(0);
  #bytes = 0;
  #isOpen = true;

  constructor(part: Part) {
    this.#part = part;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get head(): Buffer {
    return this.#head;
  }

  async write(piece: Uint8Array): Promise<void> {
    const { file, bytesMax } = this.#part;
    if (this.#bytes + piece.length > bytesMax) throw new MediaTooLarge(bytesMax);
    // A disk that is nearly full takes a part of a piece.
    for (let at = 0; at < piece.length;) {
      const { bytesWritten } = await file.write(piece, at, piece.length - at, this.#bytes + at);
      if (bytesWritten === 0) throw new Error('the disk takes no bytes');
      at += bytesWritten;
    }
    this.#hash.update(piece);
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, piece]).subarray(0, HEAD_BYTES);
    }
    this.#bytes += piece.length;
  }

  async restart(): Promise<void> {
    await this.#part.file.truncate(0);
    this.#hash = createHash('sha256');
    this.#head = Buffer.alloc(0);
    this.#bytes = 0;
  }

  async finish(): Promise<StoredMedia> {
    const { file, part, folder, path } = this.#part;
    await file.sync();
    await this.#close();
    await rename(part, path);
    await syncFolder(folder);
    return { bytes: this.#bytes, sha256: this.#hash.digest() };
  }

  async abort(): Promise<void> {
    if (!this.#isOpen) return;
    await this.#close();
    await rm(this.#part.part, { force: true });
  }

  async #close(): Promise<void> {
    this.#isOpen = false;
    await this.#part.file.close();
  }
}

/** A name that was given is as durable as the bytes only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
