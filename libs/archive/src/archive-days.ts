import type { ListableStore } from '@tollgate/backup/backup-store';
import type { Knex } from '@tollgate/db/connect';
import { isRetryable } from '@tollgate/db/failures';
import { OperatorError } from '@tollgate/db/command';
import {
  beginArchivedDay,
  claimArchive,
  listArchivedDays,
  listDaysToArchive,
  noteArchivedDay,
  noteDayRemoved,
  releaseArchive,
  renewArchive,
} from '@tollgate/requests/records/archived-day.queries';
import type { ArchiveFence } from '@tollgate/requests/records/archived-day.queries';
import { cutoffsOf } from '@tollgate/retention/policies';
import { getMoment } from '@tollgate/retention/purge.queries';
import { tryAgain } from '@tollgate/runtime/try-again';
import { keepUp, LEASE_MS } from './claim.ts';
import { nameOfDay } from './day-manifest.ts';
import { writeDay } from './write-day.ts';

/** The pause between two tries of the short lock of a day, in milliseconds, and their number. */
const LOCK_PAUSE_MS = 1_000;
const LOCK_TRIES_MAX = 30;
const DAY_MS = 86_400_000;

export interface ArchiveOptions {
  db: Knex;
  store: ListableStore;
  /** How old a day is when it goes to the archive. */
  afterDays: number;
  /** An existing folder of this machine with room for one file of a day. */
  folder: string;
  log: (line: string) => void;
  /** Rows of one file of a day; default: 250,000. */
  partRows?: number;
  /** Rows of one statement; default: 2,000. */
  pageRows?: number;
}

/** What a run has done. */
export interface ArchiveRun {
  archived: string[];
  /** Days that the policy of request records does not keep any more. */
  removed: string[];
}

/**
 * Writes every day of request records that is old enough to the archive, oldest first, and removes
 * from there what the policy of request records has outlived. A day counts once it was read back;
 * a run that breaks off leaves nothing that the next one does not put right.
 * @throws OperatorError while another run is at it, and where the policy keeps no day for so long
 */
export async function archiveDays(options: ArchiveOptions): Promise<ArchiveRun> {
  const { db, store, afterDays } = options;
  const cutoff = await cutoffOf(db);
  if (cutoff.days <= afterDays)
    throw new OperatorError(
      `Request records are kept for ${cutoff.days} days, so that none would be archived after ${afterDays}. Change the policy of request_records, or RECORDS_ARCHIVE_AFTER_DAYS.`,
    );
  const fence = await claimArchive(db, { afterDays, store: store.addressOf(), leaseMs: LEASE_MS });
  if (fence === null)
    throw new OperatorError(
      'Another run archives request records, or has died within the last two minutes.',
    );
  const claim = keepUp(() => renewArchive(db, { ...fence, leaseMs: LEASE_MS }));
  try {
    const archived = await writeAll(options, { fence, goOn: claim.goOn, cutoff: cutoff.day });
    const removed = await removeOutlived(options, cutoff.day);
    return { archived, removed };
  } finally {
    claim.stop();
    await releaseArchive(db, fence);
  }
}

/** The first day that the policy keeps, and for how many days it keeps one. */
async function cutoffOf(db: Knex): Promise<{ day: string; days: number }> {
  const now = await getMoment(db);
  const [found] = await cutoffsOf(db, ['request_records'], now);
  if (found === undefined) throw new Error('request_records has no policy');
  return {
    day: found.cutoff.toISOString().slice(0, 'YYYY-MM-DD'.length),
    days: Math.floor((now.getTime() - found.cutoff.getTime()) / DAY_MS),
  };
}

async function writeAll(
  options: ArchiveOptions,
  { fence, goOn, cutoff }: { fence: ArchiveFence; goOn: () => void; cutoff: string },
): Promise<string[]> {
  const { db, afterDays, log } = options;
  const archived: string[] = [];
  for (const day of await listDaysToArchive(db, afterDays)) {
    // The daily purge is about to drop it.
    if (day < cutoff) continue;
    const begun = await tryAgain(
      () => beginArchivedDay(db, day, fence.claims),
      (error, tries) => (isRetryable(error) && tries < LOCK_TRIES_MAX ? LOCK_PAUSE_MS : null),
    );
    if (!begun) continue;
    const found = await writeDay({ ...options, goOn }, day);
    const state = await noteArchivedDay(db, { day, claims: fence.claims }, found);
    if (state === 'differs')
      throw new OperatorError(`${day} has other rows in the database than were archived.`);
    if (state === 'archived') archived.push(day);
    log(`${day}: ${found.rows} rows, ${found.bytes} bytes, ${WHAT_CAME_OF_IT[state]}`);
  }
  return archived;
}

const WHAT_CAME_OF_IT = {
  archived: 'archived and read back',
  written: 'written to meanwhile, left to the next run',
  gone: 'purged meanwhile',
} as const;

/** Removes the days that retention has outlived, those that were only begun included. */
async function removeOutlived(
  { db, store, log }: ArchiveOptions,
  cutoff: string,
): Promise<string[]> {
  const removed: string[] = [];
  for (const { day, store: at } of await listArchivedDays(db)) {
    if (day >= cutoff) break;
    if (at !== null && at !== store.addressOf()) {
      log(`${day} has outlived its policy in ${at}, which this run does not reach`);
      continue;
    }
    await store.remove({ name: nameOfDay(day), isWhole: false });
    await noteDayRemoved(db, day);
    log(`${day}: removed, as the policy of request records says`);
    removed.push(day);
  }
  return removed;
}
