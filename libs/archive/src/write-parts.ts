import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupWriter } from '@tollgate/db/backup/store';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';
import type { LineDigest, RecordValues } from './line-digest.ts';
import { startPart } from './parquet-part.ts';
import type { PartWriter } from './parquet-part.ts';
import { checkPart, hashing } from './part-file.ts';
import type { PartFile } from './part-file.ts';

/** Rows of one statement: what is in memory at one time. */
export const PAGE_ROWS = 2_000;
/** Rows of one file: what waits on the disk at one time. */
const PART_ROWS = 250_000;

/** Where the files of a day go. */
export interface PartsTarget {
  /** The beginning of the names of the files. */
  kind: 'records' | 'ledger';
  columns: readonly RecordColumn[];
  writer: BackupWriter;
  /** The whole name, for messages. */
  address: string;
  /** A folder of this machine for one file at a time, which is cleared up by the caller. */
  folder: string;
  /** Gets the rows as they come back from the store. */
  readBack: Pick<LineDigest, 'add'>;
  /** Throws once the day is not to be written on. */
  goOn: () => void;
  /** Default: 250,000. */
  partRows?: number;
}

/**
 * Writes rows to the store, a file at a time, and reads each file back from there.
 * @returns the files in their order
 * @throws OperatorError where a file does not come back as it was sent
 */
export async function writeParts(
  target: PartsTarget,
  pages: AsyncIterable<readonly RecordValues[]>,
): Promise<PartFile[]> {
  const { folder, columns, partRows = PART_ROWS } = target;
  const files: PartFile[] = [];
  let part: PartWriter | null = null;
  let rows = 0;
  try {
    for await (const page of pages) {
      part ??= await startPart(folder, columns);
      part.add(page);
      rows += page.length;
      if (rows < partRows) continue;
      files.push(await sendPart(target, part, { rows, index: files.length }));
      [part, rows] = [null, 0];
    }
    if (part !== null) files.push(await sendPart(target, part, { rows, index: files.length }));
    return files;
  } finally {
    await part?.close();
  }
}

/** Sends a file to the store, fetches it from there again and reads it. */
async function sendPart(
  { kind, folder, writer, address, columns, readBack: digest, goOn }: PartsTarget,
  part: PartWriter,
  { rows, index }: { rows: number; index: number },
): Promise<PartFile> {
  const file = `${kind}-${String(index).padStart(4, '0')}.parquet`;
  const path = join(folder, file);
  try {
    await part.finish(path);
  } finally {
    await part.close();
  }
  goOn();
  const { stream, sha256 } = hashing();
  const { size: bytes } = await stat(path);
  await Promise.all([writer.write(file, stream), pipeline(createReadStream(path), stream)]);
  const sent: PartFile = { file, rows, bytes, sha256: sha256() };
  const fetched = { address, columns, file: sent };
  await checkPart(await writer.read(file), path, { part: fetched, digest });
  await rm(path, { force: true });
  return sent;
}
