import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@tollgate/backup/folder';
import { removeOld } from '@tollgate/backup/backup-store';
import { backUp } from '@tollgate/db/backup/back-up';
import { checkBackup } from '@tollgate/db/backup/check-backup';
import { readManifest } from '@tollgate/db/backup/manifest';
import { forgetOthers, noteVerified, readBackupAges } from '@tollgate/db/backup/notes';
import { restore } from '@tollgate/db/backup/restore';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { Client } from 'pg';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { putLedger } from '../../support/old-rows.ts';
import { aBucketLocation, aFolderLocation, hasBuckets } from '../../support/backup-locations.ts';
import type { BackupLocation } from '../../support/backup-locations.ts';
import { anEmptyDatabase } from '../../support/empty-database.ts';
import type { EmptyDatabase } from '../../support/empty-database.ts';

const log = (): void => undefined;
const ENTRIES = 'billing.entry.copy.gz';

let database: TestDatabase;
const userId = newUuid();
beforeAll(async () => {
  database = await aDatabase();
  await grant();
});
afterAll(() => database?.drop());

/**
 * Grants credit through the ledger's own function, so that triggers and partitions have their part
 * in the rows.
 */
async function grant(): Promise<void> {
  const db = connectDatabase({ url: database.url, applicationName: 'test-backup', poolMax: 1 });
  try {
    await rows(
      db,
      `select * from billing.create_grant(cast(:userId as uuid), 5000000000, null, null, 'test', null)`,
      { userId },
    );
  } finally {
    await db.destroy();
  }
}

const entriesAt = async (url: string): Promise<{ entries: unknown[]; wallets: unknown }> => {
  const db = connectDatabase({ url, applicationName: 'test-backup', poolMax: 1 });
  try {
    return {
      entries: await rows(db, 'select * from billing.entry order by id'),
      wallets: await row(db, 'select * from billing.wallet'),
    };
  } finally {
    await db.destroy();
  }
};

const LOCATIONS: [string, () => Promise<BackupLocation>][] = [
  ['a folder', aFolderLocation],
  ...(hasBuckets ? [['a bucket', aBucketLocation] as [string, () => Promise<BackupLocation>]] : []),
];

describe.each(LOCATIONS)('a backup in %s', (_what, aLocation) => {
  let location: BackupLocation;
  let empty: EmptyDatabase;
  beforeEach(async () => {
    location = await aLocation();
    empty = await anEmptyDatabase();
  }, 60_000);
  afterEach(async () => {
    await location?.drop();
    await empty?.drop();
  });

  const make = (name = 'one') =>
    backUp({ databaseUrl: database.url, store: location.store, name, log });
  const restoreOne = (name = 'one') =>
    restore({ databaseUrl: empty.url, backup: { store: location.store, name }, log });
  const hasSchema = (): Promise<boolean> =>
    empty.ask("select to_regclass('public.schema_migration') is not null");

  test('restores to the same rows, once', async () => {
    const { manifest, bytes } = await make();
    expect(await readManifest(location.store, 'one')).toEqual(manifest);
    expect(manifest.tables.find(({ table }) => table === 'billing.entry')?.rows).toBe(1);
    expect(manifest.tables.map(({ table }) => table)).not.toContain('public.schema_migration');
    expect(bytes).toBe(manifest.tables.reduce((sum, table) => sum + (table.bytes ?? 0), 0));
    await expect(make()).rejects.toThrow('exists');
    expect(await checkBackup({ store: location.store, name: 'one' }, true)).toEqual(manifest);

    await restoreOne();
    const restored = await entriesAt(empty.url);
    expect(restored).toEqual(await entriesAt(database.url));
    expect(restored.entries).toMatchObject([{ user_id: userId }]);
    await expect(restoreOne()).rejects.toThrow('not empty');
    // The triggers that guard the book stand again.
    await expect(empty.ask('delete from billing.entry')).rejects.toThrow();
  });

  const DAMAGES: [string, (bytes: Buffer) => Buffer | null, string][] = [
    [
      'a changed byte',
      (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) === 7 ? 8 : 7])]),
      `${ENTRIES} of the backup in`,
    ],
    ['a lost end', (bytes) => bytes.subarray(0, bytes.length / 2), `${ENTRIES} of the backup in`],
    ['a file that is gone', () => null, `${ENTRIES} is missing from the backup`],
  ];

  test.each(DAMAGES)(
    'with %s is refused by name, and nothing is restored',
    async (_, damage, reported) => {
      await make();
      await location.change('one', ENTRIES, damage);
      await expect(restoreOne()).rejects.toThrow(reported);
      expect(await hasSchema()).toBe(false);
      await expect(checkBackup({ store: location.store, name: 'one' }, true)).rejects.toThrow(
        reported,
      );
    },
  );

  test.each([
    ['"rows": 1,', '"rows": 2,', 'manifest.json'],
    ['"billing.entry"', '"billing.entry from program \'x\'"', 'manifest.json'],
    ['{', '', 'manifest.json'],
  ])('whose manifest says %j otherwise is refused', async (was, is, reported) => {
    await make();
    await location.change('one', 'manifest.json', (bytes) =>
      Buffer.from(bytes.toString().replace(was, is)),
    );
    await expect(restoreOne()).rejects.toThrow(reported);
    expect(await hasSchema()).toBe(false);
  });

  test('that has no manifest yet is none', async () => {
    await make();
    await location.change('one', 'manifest.json', () => null);
    await expect(restoreOne()).rejects.toThrow('There is no backup in');
  });

  test('which breaks off leaves nothing under its name', async () => {
    const { store } = location;
    const breaking = {
      ...store,
      async begin(name: string) {
        const writer = await store.begin(name);
        let files = 0;
        return {
          ...writer,
          write: (file: string, content: Parameters<typeof writer.write>[1]) =>
            (files += 1) > 3
              ? Promise.reject(new Error('the store is away'))
              : writer.write(file, content),
        };
      },
    };
    const broken = backUp({ databaseUrl: database.url, store: breaking, name: 'one', log });
    await expect(broken).rejects.toThrow('the store is away');
    expect(await store.read('one', 'manifest.json')).toBeNull();
    await make();
  });

  test('is kept by the rule: the newest always, old ones and what never became whole not', async () => {
    const { manifest, name } = await backUp({
      databaseUrl: database.url,
      store: location.store,
      log,
    });
    const old = ['2020-01-01T02-30-00Z', '2021-01-01T02-30-00Z', '2022-01-01T02-30-00Z'];
    for (const one of old) await make(one);
    await location.change(old[2] ?? '', 'manifest.json', () => null);
    await make('by-hand');
    const nowMs = Date.parse(manifest.takenAt);
    const none = await removeOld(location.store, { keep: 2, keepDays: 36_500 }, nowMs);
    expect(none.removed).toEqual([{ name: old[2], isWhole: false }]);
    const some = await removeOld(location.store, { keep: 2, keepDays: 0 }, nowMs);
    expect(some.removed).toEqual([{ name: old[0], isWhole: true }]);
    const last = await removeOld(location.store, { keep: 0, keepDays: 0 }, nowMs + 86_400_000_000);
    expect(last.removed).toEqual([{ name: old[1], isWhole: true }]);
    expect(last.kept).toEqual([{ name, isWhole: true }]);
    expect(await location.store.list()).toEqual([{ name, isWhole: true }]);
    const byHand = await location.store.read('by-hand', 'manifest.json');
    expect(byHand).not.toBeNull();
    byHand?.destroy();
  });
});

test('the role of backups reads everything, notes what it made, and changes nothing else', async () => {
  const location = await aFolderLocation();
  const databaseUrl = database.urlOf('tollgate_backup');
  const client = new Client({ connectionString: databaseUrl });
  const worker = connectDatabase({
    url: database.urlOf('tollgate_worker'),
    applicationName: 'test-backup',
    poolMax: 1,
  });
  await client.connect();
  try {
    const before = await readBackupAges(worker);
    const first = await backUp({ databaseUrl, store: location.store, log });
    const made = await readBackupAges(worker);
    expect(made?.complete).toBeLessThan(before?.complete ?? 0);
    expect(made?.verified).toBeGreaterThanOrEqual(before?.verified ?? Infinity);
    await noteVerified(client, location.store, first.name);
    const verified = await readBackupAges(worker);
    expect(verified?.verified).toBe(verified?.complete);
    await forgetOthers(client, location.store, []);
    expect((await readBackupAges(worker))?.complete).toBeGreaterThan(verified?.complete ?? 0);
    for (const statement of [
      'delete from billing.entry',
      "update identity.user_account set email = ''",
      'truncate maintenance.backup',
      'create table public.mine ()',
    ]) {
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/u);
    }
  } finally {
    await client.end();
    await worker.destroy();
    await location.drop();
  }
});

test('a role that may not read everything is told which right it lacks', async () => {
  const location = await aFolderLocation();
  try {
    const databaseUrl = database.urlOf('tollgate_account');
    await expect(backUp({ databaseUrl, store: location.store, name: 'one', log })).rejects.toThrow(
      /^The role tollgate_account may not read [a-z_.]+\. As an administrator .*grant pg_read_all_data to tollgate_account$/u,
    );
    expect(await location.store.read('one', 'manifest.json')).toBeNull();
  } finally {
    await location.drop();
  }
});

test('a restore that broke off while it loaded is run again', async () => {
  const location = await aFolderLocation();
  const empty = await anEmptyDatabase();
  try {
    await backUp({ databaseUrl: database.url, store: location.store, name: 'one', log });
    let isBroken = true;
    const store: BackupLocation['store'] = {
      ...location.store,
      async read(name, file) {
        // The second time that the file is read, rows are loaded.
        if (file === ENTRIES) reads += 1;
        if (file === ENTRIES && reads === 2 && isBroken) return null;
        return location.store.read(name, file);
      },
    };
    let reads = 0;
    const again = () => restore({ databaseUrl: empty.url, backup: { store, name: 'one' }, log });
    await expect(again()).rejects.toThrow(`${ENTRIES} is missing`);
    expect(await empty.ask('select count(*) = 0 from billing.entry')).toBe(true);
    isBroken = false;
    await again();
    expect(await entriesAt(empty.url)).toEqual(await entriesAt(database.url));
    expect(await empty.ask("select to_regclass('public.restore_unfinished') is null")).toBe(true);
  } finally {
    await location.drop();
    await empty.drop();
  }
});

test('the ledger of earlier years is restored into partitions of these years', async () => {
  const days = 800;
  const old = await aDatabase();
  const empty = await anEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-backup-'));
  const [source, restored] = [old.url, empty.url].map((at) =>
    connectDatabase({ url: at, applicationName: 'test-backup', poolMax: 1 }),
  );
  if (source === undefined || restored === undefined) throw new Error('there is no database');
  try {
    await putLedger(source, { count: 2, days });
    const backup = { store: createFolderStore(folder), name: 'old' };
    await backUp({ databaseUrl: old.url, ...backup, log });
    await restore({ databaseUrl: empty.url, backup, log });
    const homes = await rows<{ home: string }>(
      restored,
      'select distinct cast(cast(tableoid as regclass) as text) as home from billing.entry',
    );
    const year = new Date(Date.now() - days * 86_400_000).getUTCFullYear();
    expect(homes).toEqual([{ home: `billing.entry_${year}` }]);
  } finally {
    await Promise.all([source.destroy(), restored.destroy()]);
    await old.drop();
    await empty.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
