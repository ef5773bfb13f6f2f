import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { MANIFEST, readManifest } from '@tollgate/db/backup/manifest';
import { execa } from 'execa';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { reconcile } from '../../support/reconcile.ts';

const START_MS = 240_000;
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
  const db = connectDatabase({ url: urlOf(database), applicationName: 'drill', poolMax: 1 });
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

const passwords = (): string => JSON.stringify(demo.stack.keys.rolePasswords);
const restoreInto = (database: string, from: string) =>
  run('deploy/restore.ts', [from], {
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

test('FF27 a restored backup is a sound book that serves calls, and what came after it is listed and not guessed', async () => {
  for (let index = 0; index < CALLS_BEFORE; index += 1) await call(`Before ${index}.`);
  await settled();
  const before = await bookOf('tollgate');
  const backup = join(folder, 'backup');
  const made = await run('deploy/backup.ts', [backup], { DATABASE_URL: urlOf('tollgate') });
  expect(made).toMatchObject({ exitCode: 0 });
  const { takenAt } = await readManifest(backup);
  // A second one does not go over the first.
  const again = await run('deploy/backup.ts', [backup], { DATABASE_URL: urlOf('tollgate') });
  expect(again.exitCode).toBe(1);
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
  const restored = await restoreInto('restored', backup);
  expect(restored).toMatchObject({ exitCode: 0 });
  expect(await bookOf('restored')).toEqual(before);
  expect((await restoreInto('restored', backup)).said).toContain('not empty');

  // A damaged file is found before anything is written.
  const manifest = await readManifest(backup);
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
  const verified = await run('services/billing/src/verify.ts', [], billing);
  expect(verified).toMatchObject({ exitCode: 0 });
  const audited = await run(
    'services/admin/src/verify-audit.ts',
    [],
    demo.stack.env['admin'] ?? {},
  );
  expect(audited).toMatchObject({ exitCode: 0 });
  // What the provider served after the moment of the backup, and the ledger does not know.
  const lost = invoice.slice(CALLS_BEFORE);
  const until = new Date().toISOString();
  const span = { since: '2000-01-01T00:00:00Z', until };
  const reconciled = await reconcile(invoice, servedAt, span, billing);
  expect(lost).toHaveLength(CALLS_AFTER);
  expect(reconciled.said).toContain(`${CALLS_BEFORE} answers of the provider are charged\n`);
  expect(reconciled.said).toContain(`${CALLS_AFTER} answers of the provider are charged to nobody`);
  for (const line of lost) {
    expect(reconciled.said).toContain(
      `${line.prompt_tokens} in ${line.completion_tokens} out ${line.n}`,
    );
  }
  expect(reconciled.said).toContain('0 charges have no answer of the provider');
  expect(reconciled.exitCode).toBe(1);

  // It serves, and what it serves now is charged and not in the usage that was handed over.
  await call('After the restore.');
  const later = await reconcile(invoice, servedAt, { since: until }, billing);
  expect(later.said).toContain('0 answers of the provider are charged to nobody');
  expect(later.said).toContain('1 charges have no answer of the provider');
  expect(Date.parse(takenAt)).toBeLessThan(Date.now());
}, 300_000);
