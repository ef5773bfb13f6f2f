import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MANIFEST } from '@tollgate/db/backup/manifest';
import type { BackupWriter } from '@tollgate/db/backup/store';
import { OperatorError } from '@tollgate/db/command';
import { MOMENT } from './backup-store.ts';
import type { ListableStore, FoundBackup } from './backup-store.ts';

const OURS_ALONE = { folder: 0o700, file: 0o600 };
const PARTIAL = '.partial';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it may not be read or written by this user',
  EPERM: 'it may not be read or written by this user',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is used up',
  ENOTDIR: 'a part of its name is a file',
  EISDIR: 'it is a folder',
  EIO: 'its disk fails',
};

/** Backups as folders of a folder. A backup gets its name only once it is whole and on the disk. */
export function createFolderStore(root: string): ListableStore {
  const pathOf = (...parts: string[]): string => join(root, ...parts);
  return {
    addressOf: (name) => (name === undefined ? root : pathOf(name)),
    begin: (name) => reported(pathOf(name), () => begin(pathOf(name))),
    read: (name, file) => reported(pathOf(name, file), () => read(pathOf(name, file))),
    list: () => reported(root, () => list(root)),
    async remove({ name, isWhole }) {
      const partial = pathOf(`${name}${PARTIAL}`);
      for (const path of isWhole ? [pathOf(name)] : [pathOf(name), partial]) {
        await reported(path, async () => {
          await rm(join(path, MANIFEST), { force: true });
          await rm(path, { recursive: true, force: true });
        });
      }
    },
  };
}

async function reported<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new OperatorError(`${path} cannot be used: ${reason}.`);
  }
}

function nullWhereAbsent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

async function begin(path: string): Promise<BackupWriter> {
  if ((await stat(path).catch(nullWhereAbsent)) !== null)
    throw new OperatorError(`${path} exists and is left as it is: name a new folder.`);
  const partial = `${path}${PARTIAL}`;
  await mkdir(join(path, '..'), { recursive: true, mode: OURS_ALONE.folder });
  await mkdir(partial, { mode: OURS_ALONE.folder }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new OperatorError(
      `${partial} exists: a backup of that name runs, or was broken off; delete the folder then.`,
    );
  });
  const mode = OURS_ALONE.file;
  return {
    write: (file, content) =>
      reported(partial, () =>
        pipeline(content, createWriteStream(join(partial, file), { mode, flush: true })),
      ),
    read: (file) => reported(partial, () => read(join(partial, file))),
    finish: (manifest) =>
      reported(partial, async () => {
        await writeFile(join(partial, MANIFEST), manifest, { mode, flush: true });
        await syncFolder(partial);
        await rename(partial, path);
        await syncFolder(join(path, '..'));
      }),
    abandon: () => rm(partial, { recursive: true, force: true }),
  };
}

async function read(path: string): Promise<Readable | null> {
  const file = await open(path, 'r').catch(nullWhereAbsent);
  return file === null ? null : file.createReadStream();
}

async function list(root: string): Promise<FoundBackup[]> {
  const entries = (await readdir(root).catch(nullWhereAbsent)) ?? [];
  const named = entries.filter((entry) => MOMENT.test(basename(entry, PARTIAL)));
  return Promise.all(
    named.map(async (entry) => {
      const manifest = await stat(join(root, entry, MANIFEST)).catch(nullWhereAbsent);
      const isWhole = manifest !== null && !entry.endsWith(PARTIAL);
      return { name: basename(entry, PARTIAL), isWhole };
    }),
  );
}

/** A backup that a crash of the machine empties would be noticed too late. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
