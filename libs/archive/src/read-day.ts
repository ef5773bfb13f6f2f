import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupStore } from '@tollgate/db/backup/store';
import type { Knex } from '@tollgate/db/connect';
import { OperatorError } from '@tollgate/db/command';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';
import {
  countDaysElsewhere,
  findArchivedDay,
  listDaysToVerify,
  noteDayVerified,
} from '@tollgate/requests/records/archived-day.queries';
import { findDayManifest, nameOfDay, readDayManifest } from './day-manifest.ts';
import type { DayManifest } from './day-manifest.ts';
import { startLineDigest } from './line-digest.ts';
import { checkPart } from './part-file.ts';
import type { PartFile } from './part-file.ts';

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
  return withFolder(at.folder, (folder) => fetchDay(at, { folder, keeps: false }));
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
  const address = store.addressOf();
  const elsewhere = await countDaysElsewhere(db, address);
  const days = await listDaysToVerify(db, { store: address, limit });
  const look = await lookAtDays(days, log, async (day) => {
    const { rows } = await verifyDay({ db, store, folder, day });
    await noteDayVerified(db, day);
    return `${day}: ${rows} rows`;
  });
  return { ...look, elsewhere };
}

/**
 * Verifies days one after the other; a fault of one does not keep the others from being read.
 * @param verify gives the line for people, and throws an OperatorError for a fault
 */
export async function lookAtDays(
  days: readonly string[],
  log: (line: string) => void,
  verify: (day: string) => Promise<string>,
): Promise<Omit<ArchiveLook, 'elsewhere'>> {
  const look = { verified: 0, faults: [] as string[] };
  for (const day of days) {
    try {
      log(await verify(day));
      look.verified += 1;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      look.faults.push(error.message);
      log(error.message);
    }
  }
  return look;
}

/** Makes a folder in another one for the time of some work. */
export async function withFolder<Result>(
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

/**
 * Fetches every file of an archived day and compares what is in it with the manifest and with what
 * the database saw archived.
 * @param into `keeps`: the files stay in the folder
 * @throws OperatorError that says what differs
 */
async function fetchDay(
  { store, day, db }: ArchivedDayAt,
  { folder, keeps }: { folder: string; keeps: boolean },
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

/** What every manifest of a day says of its files. */
interface FilesOfDay {
  day: string;
  columns: readonly RecordColumn[];
  files: readonly PartFile[];
}

/** One kind of archived days: how a day is found, and fetched and checked whole. */
export interface DaySource {
  find(store: BackupStore, day: string): Promise<FilesOfDay | null>;
  fetch(at: ArchivedDayAt, into: { folder: string; keeps: boolean }): Promise<FilesOfDay>;
}

/** Days of request records. */
export const RECORD_DAYS: DaySource = { find: findDayManifest, fetch: fetchDay };
