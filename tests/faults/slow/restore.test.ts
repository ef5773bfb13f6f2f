import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createFolderStore } from '@tollgate/backup/folder';
import { MANIFEST, readManifest } from '@tollgate/db/backup/manifest';
import { execa } from 'execa';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { fillForDrill } from '../../support/drill-rows.ts';
import { reconcile } from '../../support/reconcile.ts';
import { anS3Server, hasGo } from '../../support/s3-server.ts';
import type { S3Server } from '../../support/s3-server.ts';

const START_MS = 240_000;
/** `make restore-drill` asks for millions of rows and prints what the steps took. */
const SIZE = {
  holds: Number(process.env['DRILL_HOLDS'] ?? '200'),
  records: Number(process.env['DRILL_RECORDS'] ?? '400'),
  events: Number(process.env['DRILL_EVENTS'] ?? '50'),
};
const IS_LARGE = process.env['DRILL_HOLDS'] !== undefined;
const DRILL_MS = IS_LARGE ? 7_200_000 : 300_000;
const STATEMENT_MS = 3_600_000;
const MEBIBYTE = 1_048_576;
const SERVICES = ['edge', 'inference', 'account', 'admin', 'worker', 'billing'];
const CALLS_BEFORE = 6;
const CALLS_AFTER = 3;

let demo: Demo;
let folder: string;
beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.1 });
  folder = await mkdtemp(join(tmpdir(), 'tollgate-drill-'));
}, START_MS);
afterAll(async () => {
  await demo?.stack.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}, START_MS);

const urlOf = (database: string): string => {
  const url = new URL(demo.stack.connections.databaseUrl);
  url.pathname = `/${database}`;
  return url.href;
};

async function asOwner<Result>(
  database: string,
  work: (db: Knex) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase({
    url: urlOf(database),
    applicationName: 'drill',
    poolMax: 1,
    statementTimeoutMs: STATEMENT_MS,
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Runs a command as an operator would; gives its exit code and everything that it said. */
async function run(script: string, args: string[], env: Record<string, string>) {
  const ran = await execa(process.execPath, [script, ...args], { env, reject: false, all: true });
  return { exitCode: ran.exitCode, said: ran.all };
}

/** Prints what a step of a large drill took. */
async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  if (IS_LARGE) process.stdout.write(`drill | ${step} | ${seconds} s\n`);
  return result;
}

const sizeOf = (database: string): Promise<string> =>
  asOwner('postgres', async (db) => {
    const found = await row<{ bytes: string }>(
      db,
      'select cast(pg_database_size(:database) as text) as bytes',
      { database },
    );
    return `${Math.round(Number(found?.bytes) / MEBIBYTE)} MiB`;
  });

const passwords = (): string => JSON.stringify(demo.stack.keys.rolePasswords);
const BACKUP = 'deploy/operations/backup.ts';
const VERIFY = 'deploy/operations/verify-backup.ts';
const restoreInto = (database: string, from: string, env: Record<string, string> = {}) =>
  run('deploy/operations/restore.ts', [from], {
    ...env,
    DATABASE_URL: urlOf(database),
    DATABASE_ROLE_PASSWORDS: passwords(),
  });

const call = async (content: string): Promise<void> => {
  const { TOLLGATE_MODEL: model } = demo.env;
  const messages = [{ role: 'user', content }];
  expect((await demo.v1('/chat/completions', { model, messages })).status).toBe(200);
};

interface Book {
  entries: bigint;
  consumed: bigint;
  events: bigint;
  records: bigint;
}
const bookOf = (database: string): Promise<Book | null> =>
  asOwner(database, (db) =>
    row<Book>(
      db,
      `select (select count(*) from billing.entry) as entries,
         (select cast(sum(consumed_n) as bigint) from billing.wallet) as consumed,
         (select count(*) from audit.event) as events,
         (select count(*) from requests.record) as records`,
    ),
  );

/** Waits until what was charged has its record and nothing is held. */
const settled = (): Promise<void> =>
  eventually(() =>
    asOwner('tollgate', async (db) => {
      const found = await row<{ open: bigint }>(
        db,
        `select count(*) as open from billing.reservation hold
         where state = 'held' or not exists (
           select from requests.record where record.id = hold.op_id)`,
      );
      return found?.open === 0n;
    }),
  );

/** A bucket for backups, and the variables that lead the commands there. */
function bucketOf(server: S3Server): Record<string, string> {
  const { accessKeyId, secretAccessKey } = server.credentials;
  return {
    BACKUP_IN: `s3://${server.bucket}/nightly`,
    BACKUP_S3_ENDPOINT: server.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

const asBackup = (database: string): string => {
  const url = new URL(urlOf(database));
  url.username = 'tollgate_backup';
  url.password = demo.stack.keys.rolePasswords['tollgate_backup'] ?? '';
  return url.href;
};

/** Backs up to a bucket as the role that may only read, checks the backup there and restores it. */
async function throughABucket(before: Book | null): Promise<void> {
  const server = await anS3Server();
  try {
    const bucket = bucketOf(server);
    const env = { ...bucket, DATABASE_URL: asBackup('tollgate') };
    const made = await timed('backup to a bucket', () => run(BACKUP, [], env));
    expect(made).toMatchObject({ exitCode: 0 });
    expect(made.said).toContain('1 whole backups are in s3://');
    const read = await timed('every file of the bucket read again', () => run(VERIFY, [], env));
    expect(read).toMatchObject({ exitCode: 0 });
    const noted = await asOwner('tollgate', (db) =>
      rows(db, 'select store from maintenance.backup where verified_at is not null'),
    );
    expect(noted).toEqual([{ store: `${bucket['BACKUP_IN']}/` }]);
    await asOwner('postgres', (db) => rows(db, 'create database from_bucket'));
    const restored = await timed('restore from the bucket', () =>
      restoreInto('from_bucket', '', bucket),
    );
    expect(restored).toMatchObject({ exitCode: 0 });
    expect(await bookOf('from_bucket')).toEqual(before);
  } finally {
    await server.drop();
  }
}

test(
  'FF27 a restored backup is a sound book that serves calls, and what came after it is listed and not guessed',
  async () => {
    for (let index = 0; index < CALLS_BEFORE; index += 1) await call(`Before ${index}.`);
    await settled();
    await timed(`filled with ${JSON.stringify(SIZE)}`, () =>
      asOwner('tollgate', (db) => fillForDrill(db, SIZE)),
    );
    const before = await bookOf('tollgate');
    const backup = join(folder, 'backup');
    const made = await timed(`backup of ${await sizeOf('tollgate')} to a folder`, () =>
      run(BACKUP, [backup], { DATABASE_URL: urlOf('tollgate') }),
    );
    if (IS_LARGE) process.stdout.write(`drill | ${made.said.split('\n').at(-1)} |\n`);
    expect(made).toMatchObject({ exitCode: 0 });
    const { takenAt } = await readManifest(createFolderStore(folder), 'backup');
    // A second one does not go over the first.
    const again = await run(BACKUP, [backup], { DATABASE_URL: urlOf('tollgate') });
    expect(again.exitCode).toBe(1);
    if (hasGo) await throughABucket(before);
    for (let index = 0; index < CALLS_AFTER; index += 1) {
      await call(`Lost ${index}: ${'word '.repeat(index + 1)}`);
    }
    await settled();
    const invoice = await demo.invoice();
    const servedAt = new Date().toISOString();

    // The database is lost.
    for (const name of SERVICES) await demo.stack.stop(name);
    await asOwner('postgres', async (db) => {
      await rows(db, 'create database restored');
      await rows(db, 'create database damaged');
    });
    const restored = await timed('restore from the folder', () => restoreInto('restored', backup));
    expect(restored).toMatchObject({ exitCode: 0 });
    expect(await bookOf('restored')).toEqual(before);
    expect((await restoreInto('restored', backup)).said).toContain('not empty');

    // A damaged file is found before anything is written.
    const manifest = await readManifest(createFolderStore(folder), 'backup');
    const [first] = manifest.tables.filter(({ rows: count }) => count > 0);
    const file = join(backup, first?.file ?? '');
    const bytes = await readFile(file);
    await writeFile(
      file,
      Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) === 0 ? 1 : 0])]),
    );
    expect((await restoreInto('damaged', backup)).said).toContain('is damaged');
    await writeFile(file, bytes);
    await rm(join(backup, MANIFEST));
    expect((await restoreInto('damaged', backup)).said).toContain('no backup');

    for (const name of SERVICES) {
      const env = demo.stack.env[name] ?? {};
      const url = env['DATABASE_URL'];
      if (url === undefined) continue;
      const moved = new URL(url);
      moved.pathname = '/restored';
      env['DATABASE_URL'] = moved.href;
    }
    for (const name of SERVICES.toReversed()) await demo.stack.start(name);
    await demo.stack.ready();
    const billing = demo.stack.env['billing'] ?? {};
    const verified = await timed('verify-ledger', () =>
      run('services/billing/src/verify.ts', [], billing),
    );
    // What is broken stands in the report of the test.
    expect(verified.said.split('\n').filter((line) => /BROKEN|^ {5}/u.test(line))).toEqual([]);
    expect(verified.exitCode).toBe(0);
    const audited = await timed('verify-audit', () =>
      run('services/admin/src/verify-audit.ts', [], demo.stack.env['admin'] ?? {}),
    );
    expect(audited).toMatchObject({ exitCode: 0 });
    // What the provider served after the moment of the backup, and the ledger does not know.
    const lost = invoice.slice(CALLS_BEFORE);
    const until = new Date().toISOString();
    const span = { since: '2000-01-01T00:00:00Z', until };
    const reconciled = await reconcile(invoice, servedAt, span, billing);
    expect(lost).toHaveLength(CALLS_AFTER);
    expect(reconciled.said).toContain(`${CALLS_BEFORE} answers of the provider are charged\n`);
    expect(reconciled.said).toContain(
      `\n${CALLS_AFTER} answers of the provider are charged to nobody`,
    );
    for (const line of lost) {
      expect(reconciled.said).toContain(
        `${line.prompt_tokens} in ${line.completion_tokens} out ${line.n}`,
      );
    }
    // No provider has served what the drill was filled with.
    expect(reconciled.said).toContain(`\n${SIZE.holds} charges have no answer of the provider`);
    expect(reconciled.exitCode).toBe(1);

    // The restored stack serves, and what it serves now is charged and not in the usage that was
    // handed over.
    await timed('a paid call', () => call('After the restore.'));
    const later = await reconcile(invoice, servedAt, { since: until }, billing);
    expect(later.said).toContain('\n0 answers of the provider are charged to nobody');
    expect(later.said).toContain('\n1 charges have no answer of the provider');
    expect(Date.parse(takenAt)).toBeLessThan(Date.now());
  },
  DRILL_MS,
);
