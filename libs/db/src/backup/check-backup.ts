import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../command.ts';
import { readManifest } from './manifest.ts';
import type { Manifest, TableFile } from './manifest.ts';
import type { BackupStore } from './store.ts';

const LINE_END = 10;

/** A backup that lies in a store. */
export interface StoredBackup {
  store: BackupStore;
  name: string;
}

/**
 * Reads every file of a backup: all are there and as they were written.
 * @param isDeep also unpacks each file and counts its rows, which takes some times as long
 * @throws OperatorError that names the file which is missing or damaged
 */
export async function checkBackup(backup: StoredBackup, isDeep: boolean): Promise<Manifest> {
  const manifest = await readManifest(backup.store, backup.name);
  for (const table of manifest.tables) {
    const { stream, assertWhole } = await openFile(backup, table);
    if (isDeep) await countRows(stream, table, assertWhole);
    else await pipeline(stream, sink());
    assertWhole();
  }
  return manifest;
}

/**
 * Opens a file of a backup. What flows through is hashed; `assertWhole`, called after the last
 * byte, throws an OperatorError when the bytes are not those that were written.
 */
export async function openFile(
  { store, name }: StoredBackup,
  { file, sha256 }: TableFile,
): Promise<{ stream: Readable; assertWhole: () => void }> {
  const source = await store.read(name, file);
  if (source === null)
    throw new OperatorError(`${file} is missing from the backup in ${store.addressOf(name)}.`);
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  source.on('error', (error) => stream.destroy(error));
  stream.on('close', () => source.destroy());
  source.pipe(stream);
  const assertWhole = (): void => {
    if (hash.digest('hex') === sha256) return;
    throw new OperatorError(
      `${file} of the backup in ${store.addressOf(name)} is damaged: its checksum differs.`,
    );
  };
  return { stream, assertWhole };
}

const sink = () => async (source: AsyncIterable<Buffer>) => {
  for await (const _chunk of source);
};

async function countRows(
  stream: Readable,
  { file, rows }: TableFile,
  assertWhole: () => void,
): Promise<void> {
  let found = 0;
  try {
    await pipeline(stream, createGunzip(), async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) found += linesIn(chunk);
    });
  } catch (error) {
    // A file that cannot be unpacked is first of all one that was changed.
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) assertWhole();
    throw error;
  }
  if (found !== rows) throw new OperatorError(`${file} has ${found} of ${rows} rows.`);
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) {
    lines += 1;
  }
  return lines;
}
