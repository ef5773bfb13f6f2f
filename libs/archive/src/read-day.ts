import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupStore } from '@tollgate/db/backup/store';
import type { Knex } from '@tollgate/db/connect';
import { OperatorError } from '@tollgate/db/command';
import {
  countDaysElsewhere,
  findArchivedDay,
  listDaysToVerify,
  noteDayVerified,
} from '@tollgate/requests/records/archived-day.queries';
import { stringify } from 'csv-stringify';
import { typeOf } from './column-types.ts';
import { nameOfDay, readDayManifest } from './day-manifest.ts';
import type { DayManifest } from './day-manifest.ts';
import { startLineDigest } from './line-digest.ts';
import { readPart } from './parquet-part.ts';
import { checkPart } from './part-file.ts';

/** The forms in which an archived day is given out. */
export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An archived day, and where it is read. */
export interface ArchivedDayAt {
  store: BackupStore;
  day: string;
  /** An existing folder of this machine; a day that is given out lies in it whole meanwhile. */
  folder: string;
  /** Null: the manifest alone says what the day has to be. */
  db: Knex | null;
}

/** Reads every file of an archived day again and compares it with the manifest and the database. */
async function verifyDay(at: ArchivedDayAt): Promise<DayManifest> {
  return within(at.folder, (folder) => check(at, folder, false));
}

/**
 * Gives an archived day out, once all of it was checked, a record a line: as JSON with a property
 * for each column, or as CSV with a head.
 */
export async function exportDay(
  at: ArchivedDayAt,
  { format, to }: { format: ExportFormat; to: Writable },
): Promise<DayManifest> {
  return within(at.folder, async (folder) => {
    const manifest = await check(at, folder, true);
    const records = Readable.from(recordsOf(manifest, folder));
    if (format === 'csv') await pipeline(records, csvOf(manifest), to);
    else await pipeline(records, jsonLines, to);
    return manifest;
  });
}

/** How a look at all archived days ended. */
export interface ArchiveLook {
  verified: number;
  /** A message for each day that is not as it was archived. */
  faults: string[];
  /** Days in other stores than the one that was read. */
  elsewhere: number;
}

/** Which archived days are verified. */
export interface ArchiveLookOptions extends Omit<ArchivedDayAt, 'day'> {
  db: Knex;
  /** The most days, those first that were verified longest ago; null: all of them. */
  limit: number | null;
}

/** Verifies archived days that lie in the store and notes those that are whole. */
export async function verifyArchive(
  { db, store, folder, limit }: ArchiveLookOptions,
  log: (line: string) => void,
): Promise<ArchiveLook> {
  const look: ArchiveLook = { verified: 0, faults: [], elsewhere: 0 };
  const address = store.addressOf();
  look.elsewhere = await countDaysElsewhere(db, address);
  for (const day of await listDaysToVerify(db, { store: address, limit })) {
    try {
      const { rows } = await verifyDay({ db, store, folder, day });
      await noteDayVerified(db, day);
      look.verified += 1;
      log(`${day}: ${rows} rows`);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      look.faults.push(error.message);
      log(error.message);
    }
  }
  return look;
}

async function within<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(parent, 'archive-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function check(
  { store, day, db }: ArchivedDayAt,
  folder: string,
  keeps: boolean,
): Promise<DayManifest> {
  const manifest = await readDayManifest(store, day);
  const name = nameOfDay(day);
  const address = store.addressOf(name);
  const digest = startLineDigest();
  for (const file of manifest.files) {
    const path = join(folder, file.file);
    const part = { address, columns: manifest.columns, file };
    await checkPart(await store.read(name, file.file), path, { part, digest });
    if (!keeps) await rm(path, { force: true });
  }
  const { rows, sha256 } = digest.end();
  if (rows !== manifest.rows || sha256 !== manifest.sha256)
    throw new OperatorError(`The rows of ${address} are not those of its manifest.`);
  const noted = db === null ? null : await findArchivedDay(db, day);
  if (noted !== null && (noted.rows !== BigInt(rows) || noted.sha256 !== sha256))
    throw new OperatorError(
      `${address} has ${rows} rows that are not the ${noted.rows} which the database saw archived.`,
    );
  return manifest;
}

async function* recordsOf(
  { columns, files }: DayManifest,
  folder: string,
): AsyncGenerator<Record<string, unknown>> {
  const types = columns.map(typeOf);
  for (const { file } of files) {
    for await (const values of readPart(join(folder, file), columns)) {
      yield Object.fromEntries(
        columns.map(({ name }, index) => {
          const text = values[index] ?? null;
          return [name, text === null ? null : types[index]?.json(text)];
        }),
      );
    }
  }
}

async function* jsonLines(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. */
const csvOf = ({ columns }: DayManifest) =>
  stringify({
    header: true,
    columns: columns.map(({ name }) => name),
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_string: true,
    cast: { boolean: String, object: (value) => JSON.stringify(value) },
  });
