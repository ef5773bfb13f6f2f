import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListableStore } from '@tollgate/backup/backup-store';
import { OperatorError } from '@tollgate/db/command';
import type { Knex } from '@tollgate/db/connect';
import type { RecordValues } from '../line-digest.ts';
import { writeManifest } from '../manifest-file.ts';
import { PAGE_ROWS, writeParts } from '../write-parts.ts';
import { LEDGER_COLUMNS } from './ledger-columns.ts';
import { listSealsOfDay, readLedgerPage } from './ledger-day.queries.ts';
import type { LedgerDayInArchive, SealsOfDay } from './ledger-day.queries.ts';
import {
  findLedgerManifest,
  nameOfLedgerDay,
  newLedgerManifest,
  readLedgerManifest,
} from './ledger-manifest.ts';
import { startSealDigest } from './seal-digest.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface WriteLedgerDayDeps {
  db: Knex;
  store: ListableStore;
  /** An existing folder of this machine for one file of a day at a time. */
  folder: string;
  /** Throws once the day is not to be written on. */
  goOn: () => void;
  /** Rows of one file; default: 250,000. */
  partRows?: number;
  /** Rows of one statement; default: 2,000. */
  pageRows?: number;
}

/**
 * Writes a sealed day of the ledger to the archive, a file at a time, and reads each file back from
 * there: what came back must have the digest, the number and the sums of every seal of the day. The
 * manifest is the last file: without one nothing is an archived day.
 * @throws OperatorError where what came back is not what was sealed, and where the store has other
 *   movements under the name of the day; nothing that is half there is left behind by any error but
 *   the latter
 */
export async function writeLedgerDay(
  deps: WriteLedgerDayDeps,
  day: string,
): Promise<LedgerDayInArchive> {
  const { db, store } = deps;
  const name = nameOfLedgerDay(day);
  const address = store.addressOf(name);
  const sealed = await listSealsOfDay(db, day);
  await assertReplaceable(store, day, sealed);
  await store.remove({ name, isWhole: false });
  const folder = await mkdtemp(join(deps.folder, 'archive-'));
  const writer = await store.begin(name);
  const readBack = startSealDigest(sealed.seals, address);
  try {
    const files = await writeParts(
      { ...deps, kind: 'ledger', columns: LEDGER_COLUMNS, writer, address, folder, readBack },
      pagesOf(deps, sealed),
    );
    const { rows, sha256 } = readBack.end();
    await writer.finish(writeManifest(newLedgerManifest({ day, rows, ...sealed, files })));
    await readLedgerManifest(store, day);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { entries: rows, sha256, bytes, store: store.addressOf(), name };
  } catch (error) {
    // What went wrong is worth more than that it could not be cleared up.
    await writer.abandon().catch(() => undefined);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A day is written over only by the movements that it has: others are those of another installation
 * under the same address, or from behind the backup that was restored.
 */
async function assertReplaceable(
  store: ListableStore,
  day: string,
  { seals }: SealsOfDay,
): Promise<void> {
  const found = await findLedgerManifest(store, day).catch((error: unknown) => {
    // A manifest that cannot be read has nothing that could be lost.
    if (error instanceof OperatorError) return null;
    throw error;
  });
  const stretchesOf = (all: SealsOfDay['seals']): string =>
    all.map(({ firstId, nextId, digest }) => [firstId, nextId, digest].join()).join(';');
  if (found === null || stretchesOf(found.seals) === stretchesOf(seals)) return;
  throw new OperatorError(
    `${store.addressOf(nameOfLedgerDay(day))} has movements of ${day} that this database does not have, and is left as it is. Let each installation have an address of its own; after a restore move the day away first.`,
  );
}

/** The rows of the day in the order of their ids, stretch by stretch. */
async function* pagesOf(
  { db, goOn, pageRows: limit = PAGE_ROWS }: WriteLedgerDayDeps,
  { seals }: SealsOfDay,
): AsyncGenerator<RecordValues[]> {
  for (const { firstId: from, nextId: upto } of seals) {
    let after = FIRST_ID;
    for (;;) {
      goOn();
      const page = await readLedgerPage(db, { from, upto, after, limit });
      const last = page.at(-1);
      if (last === undefined) break;
      after = last['id'] ?? '';
      yield page.map((row) => LEDGER_COLUMNS.map(({ name }) => row[name] ?? null));
    }
  }
}
