import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { OperatorError } from '@tollgate/db/command';
import { checkPart } from '../part-file.ts';
import { lookAtDays, withFolder } from '../read-day.ts';
import type { ArchivedDayAt, ArchiveLook, ArchiveLookOptions, DaySource } from '../read-day.ts';
import {
  countLedgerDaysElsewhere,
  listLedgerDaysToVerify,
  listSealsOfDay,
  noteLedgerDayVerified,
} from './ledger-day.queries.ts';
import { findLedgerManifest, nameOfLedgerDay, readLedgerManifest } from './ledger-manifest.ts';
import type { LedgerManifest } from './ledger-manifest.ts';
import { listLeftYears } from './left-year.queries.ts';
import { startSealDigest } from './seal-digest.ts';
import { startSums } from './sums-by-wallet.ts';
import type { SumsByWallet } from './sums-by-wallet.ts';

/**
 * Verifies archived days of the ledger that lie in the store and notes those that are whole. Where
 * all are read, what the movements of a year that left come to for each wallet has to be what the
 * database says of them.
 */
export async function verifyLedgerArchive(
  at: ArchiveLookOptions,
  log: (line: string) => void,
): Promise<ArchiveLook> {
  const { db, store, limit } = at;
  const address = store.addressOf();
  const elsewhere = await countLedgerDaysElsewhere(db, address);
  const days = await listLedgerDaysToVerify(db, { store: address, limit });
  const left = (await listLeftYears(db)).filter(({ leftAt }) => leftAt !== null);
  const sums = new Map(left.map(({ year }) => [year, startSums()]));
  const look = await lookAtDays(days, log, (day) =>
    verifyLedgerDay({ ...at, day }, limit === null ? sums.get(yearOf(day)) : undefined),
  );
  if (limit === null && elsewhere === 0 && look.faults.length === 0)
    await compareSums(db, sums, { look, log });
  return { ...look, elsewhere };
}

const yearOf = (day: string): number => Number(day.slice(0, 'YYYY'.length));

async function compareSums(
  db: ArchiveLookOptions['db'],
  sums: ReadonlyMap<number, SumsByWallet>,
  { look, log }: { look: Pick<ArchiveLook, 'faults'>; log: (line: string) => void },
): Promise<void> {
  for (const [year, found] of sums) {
    try {
      await found.assertSame(db, year);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      look.faults.push(error.message);
      log(error.message);
    }
  }
}

/**
 * Reads an archived day of the ledger again and notes that it is whole.
 * @param sums gets its movements
 * @returns the line for people
 * @throws OperatorError that says what differs
 */
export async function verifyLedgerDay(
  at: ArchivedDayAt & { db: ArchiveLookOptions['db'] },
  sums?: Pick<SumsByWallet, 'add'>,
): Promise<string> {
  const { rows } = await withFolder(at.folder, (folder) =>
    fetchLedgerDay(at, { folder, keeps: false, sums }),
  );
  await noteLedgerDayVerified(at.db, at.day);
  return `${at.day}: ${rows} movements`;
}

type Adds = Pick<SumsByWallet, 'add'>;

/**
 * Fetches every file of an archived day of the ledger: its rows must have the digest, the number
 * and the sums of each seal, the seals must be links of their chain, and where there is a database
 * they must be those that it has.
 * @param into `keeps`: the files stay in the folder; `sums` gets the movements
 * @throws OperatorError that says what differs
 */
async function fetchLedgerDay(
  { store, day, db }: ArchivedDayAt,
  { folder, keeps, sums }: { folder: string; keeps: boolean; sums?: Adds | undefined },
): Promise<LedgerManifest> {
  const manifest = await readLedgerManifest(store, day);
  const name = nameOfLedgerDay(day);
  const address = store.addressOf(name);
  const seals = startSealDigest(manifest.seals, address);
  const digest: Adds = {
    add(values) {
      seals.add(values);
      sums?.add(values);
    },
  };
  for (const file of manifest.files) {
    const path = join(folder, file.file);
    const part = { address, columns: manifest.columns, file };
    await checkPart(await store.read(name, file.file), path, { part, digest });
    if (!keeps) await rm(path, { force: true });
  }
  const { rows } = seals.end();
  if (rows !== manifest.rows)
    throw new OperatorError(`The movements of ${address} are not those of its manifest.`);
  const sealed = db === null ? null : await listSealsOfDay(db, day);
  const { seals: archived, chainBefore } = manifest;
  if (sealed !== null && !isDeepStrictEqual({ seals: archived, chainBefore }, sealed))
    throw new OperatorError(`${address} has other seals than the database has of ${day}.`);
  return manifest;
}

/** Days of the ledger, as they are given out. */
export const LEDGER_DAYS: DaySource = { find: findLedgerManifest, fetch: fetchLedgerDay };
