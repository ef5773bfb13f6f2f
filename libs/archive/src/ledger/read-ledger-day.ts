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
import { startSealDigest } from './seal-digest.ts';

/** Verifies archived days of the ledger that lie in the store and notes those that are whole. */
export async function verifyLedgerArchive(
  { db, store, folder, limit }: ArchiveLookOptions,
  log: (line: string) => void,
): Promise<ArchiveLook> {
  const address = store.addressOf();
  const elsewhere = await countLedgerDaysElsewhere(db, address);
  const days = await listLedgerDaysToVerify(db, { store: address, limit });
  const look = await lookAtDays(days, log, async (day) => {
    const { rows } = await withFolder(folder, (own) =>
      fetchLedgerDay({ db, store, folder, day }, { folder: own, keeps: false }),
    );
    await noteLedgerDayVerified(db, day);
    return `${day}: ${rows} movements`;
  });
  return { ...look, elsewhere };
}

/**
 * Fetches every file of an archived day of the ledger: its rows must have the digest, the number
 * and the sums of each seal, the seals must be links of their chain, and where there is a database
 * they must be those that it has.
 * @param into `keeps`: the files stay in the folder
 * @throws OperatorError that says what differs
 */
async function fetchLedgerDay(
  { store, day, db }: ArchivedDayAt,
  { folder, keeps }: { folder: string; keeps: boolean },
): Promise<LedgerManifest> {
  const manifest = await readLedgerManifest(store, day);
  const name = nameOfLedgerDay(day);
  const address = store.addressOf(name);
  const digest = startSealDigest(manifest.seals, address);
  for (const file of manifest.files) {
    const path = join(folder, file.file);
    const part = { address, columns: manifest.columns, file };
    await checkPart(await store.read(name, file.file), path, { part, digest });
    if (!keeps) await rm(path, { force: true });
  }
  const { rows } = digest.end();
  if (rows !== manifest.rows)
    throw new OperatorError(`The movements of ${address} are not those of its manifest.`);
  const sealed = db === null ? null : await listSealsOfDay(db, day);
  const { seals, chainBefore } = manifest;
  if (sealed !== null && !isDeepStrictEqual({ seals, chainBefore }, sealed))
    throw new OperatorError(`${address} has other seals than the database has of ${day}.`);
  return manifest;
}

/** Days of the ledger, as they are given out. */
export const LEDGER_DAYS: DaySource = { find: findLedgerManifest, fetch: fetchLedgerDay };
