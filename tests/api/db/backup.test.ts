import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '@tollgate/db/backup/back-up';
import { readManifest } from '@tollgate/db/backup/manifest';
import { restore } from '@tollgate/db/backup/restore';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { Client } from 'pg';
import { testCluster } from '../../support/cluster.ts';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { putLedger } from '../../support/old-rows.ts';

const log = (): void => undefined;
const EMPTY = `empty_${newUuid().replaceAll('-', '')}`;

let database: TestDatabase;
let folder: string;
let emptyUrl: string;

async function atServer(statement: string): Promise<void> {
  const { templateUrl } = await testCluster();
  const client = new Client({ connectionString: new URL('/postgres', templateUrl).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await aDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tollgate-backup-'));
  await atServer(`create database ${EMPTY}`);
  emptyUrl = new URL(`/${EMPTY}`, database.url).href;
});
afterAll(async () => {
  await database?.drop();
  await atServer(`drop database if exists ${EMPTY} with (force)`);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

interface Entry {
  id: string;
  user_id: string;
}
const entriesAt = async (url: string): Promise<{ entries: Entry[]; wallets: unknown }> => {
  const db = connectDatabase({ url, applicationName: 'test-backup', poolMax: 1 });
  try {
    return {
      entries: await rows<Entry>(db, 'select * from billing.entry order by id'),
      wallets: await row(db, 'select * from billing.wallet'),
    };
  } finally {
    await db.destroy();
  }
};

/** Grants credit through the ledger's own function, so that triggers and partitions have their part in the rows. */
async function grant(userId: string): Promise<void> {
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

test('a backup restores to the same rows, once, and a damaged one to none', async () => {
  const userId = newUuid();
  await grant(userId);
  const target = join(folder, 'one');
  const made = await backUp({ databaseUrl: database.url, folder: target, log });
  expect(await readManifest(target)).toEqual(made);
  expect(made.tables.find(({ table }) => table === 'billing.entry')?.rows).toBe(1);
  expect(made.tables.map(({ table }) => table)).not.toContain('public.schema_migration');
  const { mode } = await stat(join(target, 'billing.entry.copy.gz'));
  expect((mode & 0o777).toString(8)).toBe('600');
  await expect(backUp({ databaseUrl: database.url, folder: target, log })).rejects.toThrow();
  expect((await readdir(folder)).filter((name) => name === 'one')).toHaveLength(1);

  const damaged = join(folder, 'damaged');
  await backUp({ databaseUrl: database.url, folder: damaged, log });
  await appendFile(join(damaged, 'billing.entry.copy.gz'), 'x');
  await expect(restore({ databaseUrl: emptyUrl, folder: damaged, log })).rejects.toThrow('damaged');

  await restore({ databaseUrl: emptyUrl, folder: target, log });
  const restored = await entriesAt(emptyUrl);
  expect(restored).toEqual(await entriesAt(database.url));
  expect(restored.entries).toMatchObject([{ user_id: userId }]);
  await expect(restore({ databaseUrl: emptyUrl, folder: target, log })).rejects.toThrow(
    'not empty',
  );

  // The triggers that guard the book stand again.
  const owner = connectDatabase({ url: emptyUrl, applicationName: 'test-backup', poolMax: 1 });
  try {
    await expect(rows(owner, 'delete from billing.entry')).rejects.toThrow();
  } finally {
    await owner.destroy();
  }
});

test('the ledger of earlier years is restored into partitions of these years', async () => {
  const days = 800;
  const old = await aDatabase();
  const name = `${EMPTY}_old`;
  await atServer(`create database ${name}`);
  const url = new URL(`/${name}`, old.url).href;
  const [source, restored] = [old.url, url].map((at) =>
    connectDatabase({ url: at, applicationName: 'test-backup', poolMax: 1 }),
  );
  if (source === undefined || restored === undefined) throw new Error('there is no database');
  try {
    await putLedger(source, { count: 2, days });
    const target = join(folder, 'old');
    await backUp({ databaseUrl: old.url, folder: target, log });
    await restore({ databaseUrl: url, folder: target, log });
    const homes = await rows<{ home: string }>(
      restored,
      'select distinct cast(cast(tableoid as regclass) as text) as home from billing.entry',
    );
    const year = new Date(Date.now() - days * 86_400_000).getUTCFullYear();
    expect(homes).toEqual([{ home: `billing.entry_${year}` }]);
  } finally {
    await Promise.all([source.destroy(), restored.destroy()]);
    await old.drop();
    await atServer(`drop database if exists ${name} with (force)`);
  }
});
