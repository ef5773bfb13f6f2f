import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@tollgate/db/command';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';
import type { LineDigest } from './line-digest.ts';
import { readPart } from './parquet-part.ts';

/** A file of an archived day, as its manifest has it. */
export interface PartFile {
  file: string;
  rows: number;
  bytes: number;
  sha256: string;
}

/** A file of a day as the store gave it. */
export interface FetchedPart {
  /** The whole name, for messages. */
  address: string;
  columns: readonly RecordColumn[];
  file: PartFile;
}

/** Passes bytes on and takes their checksum. */
export function hashing(): { stream: Transform; sha256: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest('hex') };
}

/**
 * Brings a file of the store to a local path and reads it there: its bytes and its rows are those
 * of the manifest.
 * @param digest gets its lines
 * @throws OperatorError that names a file which is missing or damaged
 */
export async function checkPart(
  content: Readable | null,
  path: string,
  { part, digest }: { part: FetchedPart; digest: Pick<LineDigest, 'add'> },
): Promise<void> {
  const { address, columns, file } = part;
  const name = `${file.file} of ${address}`;
  if (content === null) throw new OperatorError(`${name} is missing.`);
  const { stream, sha256 } = hashing();
  await pipeline(content, stream, createWriteStream(path, { mode: 0o600 }));
  const { size } = await stat(path);
  if (size !== file.bytes || sha256() !== file.sha256)
    throw new OperatorError(`${name} is damaged: it is not as it was written.`);
  let rows = 0;
  for await (const values of readPart(path, columns)) {
    digest.add(values);
    rows += 1;
  }
  if (rows !== file.rows)
    throw new OperatorError(`${name} has ${rows} rows instead of ${file.rows}.`);
}
