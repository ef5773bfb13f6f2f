import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListableStore } from '@tollgate/backup/backup-store';
import type { BackupWriter } from '@tollgate/db/backup/store';
import type { Knex } from '@tollgate/db/connect';
import { OperatorError } from '@tollgate/db/command';
import {
  countOfDay,
  listRecordColumns,
  readDayPage,
} from '@tollgate/requests/records/archived-day.queries';
import type {
  DayCursor,
  DayInArchive,
  RecordColumn,
} from '@tollgate/requests/records/archived-day.queries';
import { findDayManifest, nameOfDay, newDayManifest, readDayManifest } from './day-manifest.ts';
import { startLineDigest } from './line-digest.ts';
import type { LineDigest, RecordValues } from './line-digest.ts';
import { writeManifest } from './manifest-file.ts';
import type { PartFile } from './part-file.ts';
import { PAGE_ROWS, writeParts } from './write-parts.ts';

export interface WriteDayDeps {
  db: Knex;
  store: ListableStore;
  /** An existing folder of this machine for one file of a day at a time. */
  folder: string;
  /** Throws once the day is not to be written on. */
  goOn: () => void;
  /** Default: 250,000. */
  partRows?: number;
  /** Default: 2,000. */
  pageRows?: number;
}

/** A day on its way. */
interface Writing extends WriteDayDeps {
  day: string;
  columns: readonly RecordColumn[];
  writer: BackupWriter;
  /** What PostgreSQL gave, and what came back from the store. */
  given: LineDigest;
  readBack: LineDigest;
  chargedN: bigint;
  firstId: string | null;
  lastId: string | null;
}

/**
 * Writes a day of records to the archive, a file at a time, and reads each file back from there.
 * The manifest is the last file: without one nothing is an archived day. Rows are read by pages in
 * statements of their own, so that no snapshot stays open; the caller notices whoever writes to the
 * day meanwhile.
 * @throws OperatorError where the store has a day of that name which this database cannot replace;
 *   nothing that is half there is left behind by any other error
 */
export async function writeDay(deps: WriteDayDeps, day: string): Promise<DayInArchive> {
  const { db, store } = deps;
  const name = nameOfDay(day);
  await assertReplaceable(deps, day);
  await store.remove({ name, isWhole: false });
  const columns = await listRecordColumns(db);
  const folder = await mkdtemp(join(deps.folder, 'archive-'));
  const writer = await store.begin(name);
  const digests = { given: startLineDigest(), readBack: startLineDigest() };
  const totals = { chargedN: 0n, firstId: null, lastId: null };
  const writing = { ...deps, ...digests, ...totals, folder, day, columns, writer };
  try {
    const address = store.addressOf(name);
    const files = await writeParts({ ...writing, address, kind: 'records' }, pagesOf(writing));
    return { ...(await finish(writing, files)), store: store.addressOf(), name };
  } catch (error) {
    // What went wrong is worth more than that it could not be cleared up.
    await writer.abandon().catch(() => undefined);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A day that was archived and then written to is replaced. What has more rows than this database,
 * or others, came from elsewhere: of another installation under the same address, or from before a
 * restore.
 */
async function assertReplaceable({ db, store }: WriteDayDeps, day: string): Promise<void> {
  const found = await findDayManifest(store, day);
  if (found === null) return;
  const ids = [...new Set([found.firstId, found.lastId])].filter((id) => id !== null);
  const { rows, named } = await countOfDay(db, day, ids);
  if (rows >= BigInt(found.rows) && named === BigInt(ids.length)) return;
  throw new OperatorError(
    `${store.addressOf(nameOfDay(day))} has rows of ${day} that this database does not have, and is left as it is. Let each installation have an address of its own; after a restore move the day away first.`,
  );
}

/** The rows of the day in the order of their time, added up as they come. */
async function* pagesOf(writing: Writing): AsyncGenerator<RecordValues[]> {
  const { db, columns, day, given, pageRows: limit = PAGE_ROWS } = writing;
  let after: DayCursor | null = null;
  for (;;) {
    writing.goOn();
    const page: Awaited<ReturnType<typeof readDayPage>> = await readDayPage(db, columns, {
      day,
      after,
      limit,
    });
    const last = page.at(-1);
    if (last === undefined) return;
    after = { at: last['at'] ?? '', id: last['id'] ?? '' };
    writing.firstId ??= page[0]?.['id'] ?? null;
    writing.lastId = after.id;
    for (const row of page) writing.chargedN += BigInt(row['charged_n'] ?? 0);
    const lines = page.map((row): RecordValues => columns.map(({ name }) => row[name] ?? null));
    for (const line of lines) given.add(line);
    yield lines;
  }
}

/** Compares what was given with what came back, and writes the manifest. */
async function finish(
  writing: Writing,
  files: PartFile[],
): Promise<Omit<DayInArchive, 'store' | 'name'>> {
  const { day, columns, chargedN, firstId, lastId } = writing;
  const [sent, came] = [writing.given.end(), writing.readBack.end()];
  if (sent.rows !== came.rows || sent.sha256 !== came.sha256)
    throw new OperatorError(
      `${day} came back from the archive with ${came.rows} rows of ${sent.rows}, or with others.`,
    );
  const known = { day, columns: [...columns], ...sent, firstId, lastId, files };
  const manifest = newDayManifest({ ...known, chargedN: chargedN.toString() });
  await writing.writer.finish(writeManifest(manifest));
  await readDayManifest(writing.store, day);
  return { ...sent, chargedN, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
