import type { ListableStore } from '@tollgate/backup/backup-store';
import { OperatorError } from '@tollgate/db/command';
import type { Knex } from '@tollgate/db/connect';
import { keepUp, LEASE_MS } from '../claim.ts';
import {
  beginLedgerDay,
  listLedgerDaysToWrite,
  noteLedgerDay,
  renewLedgerDay,
} from './ledger-day.queries.ts';
import { writeLedgerDay } from './write-ledger-day.ts';

export interface LedgerArchiveOptions {
  db: Knex;
  store: ListableStore;
  /** How old a day is when it goes to the archive. */
  afterDays: number;
  /** A day that is written whatever its age, and also where it is in the archive; null: none. */
  again: string | null;
  /** An existing folder of this machine with room for one file of a day. */
  folder: string;
  log: (line: string) => void;
  /** Rows of one file of a day; default: 250,000. */
  partRows?: number;
  /** Rows of one statement; default: 2,000. */
  pageRows?: number;
}

/**
 * Writes every sealed day of the ledger that is old enough to the archive, oldest first, and reads
 * it back. A day counts once what came back has the digests of its seals; a run that breaks off
 * leaves nothing that the next one does not put right. Nothing leaves the database.
 * @returns the days that were written
 */
export async function archiveLedger(options: LedgerArchiveOptions): Promise<string[]> {
  const { db, afterDays, again, log } = options;
  const archived: string[] = [];
  const days = again === null ? await listLedgerDaysToWrite(db, afterDays) : [again];
  for (const day of days) {
    if (await archiveOne(options, day)) archived.push(day);
    else log(`${day}: not sealed to its end, or another run is at it`);
  }
  return archived;
}

/** @returns false where the day is not to be written, or another run is at it */
async function archiveOne(options: LedgerArchiveOptions, day: string): Promise<boolean> {
  const { db, again, log } = options;
  const wanted = { day, leaseMs: LEASE_MS, again: again !== null };
  const begun = await beginLedgerDay(db, wanted);
  if (begun === null) return false;
  const claim = keepUp(() => renewLedgerDay(db, { ...begun, leaseMs: LEASE_MS }));
  try {
    const found = await writeLedgerDay({ ...options, goOn: claim.goOn }, day);
    const state = await noteLedgerDay(db, begun, found);
    if (state !== 'archived')
      throw new OperatorError(
        state === 'lost'
          ? `Another run has taken over ${day} of the ledger.`
          : `${day} of the ledger has other seals than were archived.`,
      );
    log(`${day}: ${found.entries} movements, ${found.bytes} bytes, archived and read back`);
    return true;
  } finally {
    claim.stop();
    await renewLedgerDay(db, { ...begun, leaseMs: 0 });
  }
}
