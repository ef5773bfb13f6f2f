import { globSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listInstalled } from '@tollgate/deploy/image/bill';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { execa } from 'execa';
import { testCluster } from '../support/cluster.ts';
import { aDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { anEmptyDatabase } from '../support/empty-database.ts';
import { aRedis } from '../support/redis.ts';
import type { TestRedis } from '../support/redis.ts';
import { aServiceEnvironment, findService } from '../support/service-environment.ts';
import { aStateDir } from '../support/state-dir.ts';
import { ROOT } from '../tidy/source-files.ts';

const TEST_MS = 180_000;
/**
 * One that uses everything, one that serves files and one that is built; `make test-images` runs
 * all.
 */
const SERVICES =
  process.env['TOLLGATE_IMAGES'] === 'all'
    ? ['edge', 'inference', 'account', 'admin', 'billing', 'worker', 'docs', 'console']
    : ['inference', 'docs', 'console'];
/** Nobody, who owns nothing; whoever runs the tests without being root is as good. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const UNPRIVILEGED = process.getuid?.() === 0 ? NOBODY : {};

let folder: string;
let database: TestDatabase;
let redis: TestRedis;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  folder = await aStateDir();
  await chmod(folder, 0o755);
  database = await aDatabase();
  redis = await aRedis();
});
afterAll(async () => {
  await database?.drop();
  await redis?.drop();
  await removeStateDir(folder);
});

/** Does what the image's build does. */
const assemble = async (name: string): Promise<string> => {
  const target = join(folder, name);
  await mkdir(target, { mode: 0o755 });
  await execa(process.execPath, ['deploy/image/assemble.ts', name, target], { cwd: ROOT });
  return target;
};

const spoolDir = async (name: string): Promise<string> => {
  const spool = join(folder, `spool-${name}`);
  await mkdir(spool, { mode: 0o700 });
  if (UNPRIVILEGED === NOBODY) await chown(spool, NOBODY.uid, NOBODY.gid);
  return spool;
};

/**
 * The bill has what is installed and what browsers get, each with its licence, and the text of each
 * licence is there.
 */
async function assertPapers(target: string, needed: readonly string[]): Promise<void> {
  const bill = JSON.parse(await readFile(join(target, 'doc/sbom.cdx.json'), 'utf8')) as {
    components: { name: string; group?: string; version: string; licenses?: object[] }[];
  };
  const { components } = bill;
  const of = (one: { name: string; group?: string }): string =>
    one.group === undefined ? one.name : `${one.group}/${one.name}`;
  const names = components.map(of);
  expect(names).toEqual(expect.arrayContaining([...needed, 'node']));
  expect(names.filter((name) => ['vite', 'jest', 'typescript'].includes(name))).toEqual([]);
  const installed = listInstalled(target).map((one) => `${one.name} ${one.version}`);
  const listed = new Set(components.map((one) => `${of(one)} ${one.version}`));
  expect(installed.filter((one) => !listed.has(one))).toEqual([]);
  const others = components.filter(({ group }) => group !== '@tollgate');
  expect(others.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
  const text = await readFile(join(target, 'doc/licences.txt'), 'utf8');
  for (const one of others) expect(text).toContain(`\n${of(one)} ${one.version}\n`);
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(globSync('services/*/dist/**/licences*', { cwd: target })).toEqual([]);
}

test.each(SERVICES)(
  '%s starts from its production dependencies alone, as nobody, and ends on SIGTERM',
  async (name) => {
    const target = await assemble(name);
    expect(await readdir(join(target, 'services'))).toEqual([name]);
    const modules = await readdir(join(target, 'node_modules/.pnpm'));
    expect(modules.filter((module) => /^(jest|typescript|oxfmt|oxlint)@/.test(module))).toEqual([]);
    await assertPapers(target, name === 'console' ? ['react', 'express'] : ['express']);
    const [port, second] = [await freePort(), await freePort()];
    const closed = { inference: 9, account: 9, admin: 9, billing: 9, docs: 9, console: 9 };
    const running = execa(process.execPath, [findService(name).entry], {
      ...UNPRIVILEGED,
      cwd: target,
      extendEnv: false,
      reject: false,
      all: true,
      env: {
        ...(await aServiceEnvironment(name, { database, redis, ports: closed })),
        PUBLIC_BASE_URL: 'https://gateway.example.com',
        SPOOL_DIR: await spoolDir(name),
        PORT: String(port),
        PUBLIC_PORT: String(port),
        INTERNAL_PORT: String(second),
      },
    });
    const life = { ended: false };
    void running.then(() => (life.ended = true));
    const healthy = (): Promise<number | undefined> =>
      execa(process.execPath, ['deploy/image/healthy.ts', String(port)], {
        cwd: ROOT,
        reject: false,
      }).then(({ exitCode }) => exitCode);
    while (!life.ended && (await healthy()) !== 0) await pause(100);
    running.kill('SIGTERM');
    const { exitCode, all } = await running;
    expect(exitCode === 0 ? '' : all).toBe('');
    expect(await healthy()).toBe(1);
  },
  TEST_MS,
);

test(
  'the migration command runs from its production dependencies alone',
  async () => {
    const target = await assemble('migrate');
    const { keys } = await testCluster();
    const { stdout } = await execa(process.execPath, ['deploy/migrate.ts'], {
      ...UNPRIVILEGED,
      cwd: target,
      extendEnv: false,
      env: {
        DATABASE_URL: database.url,
        DATABASE_ROLE_PASSWORDS: JSON.stringify(keys.rolePasswords),
      },
    });
    expect(stdout).toBe('migrated: []');
  },
  TEST_MS,
);

test(
  'the commands of operators run from their production dependencies alone: a backup is made, read again and restored',
  async () => {
    const target = await assemble('operations');
    await assertPapers(target, ['pg', '@aws-sdk/client-s3']);
    const empty = await anEmptyDatabase();
    try {
      const BACKUP_IN = await spoolDir('backups');
      const run = (script: string, url: string) =>
        execa(process.execPath, [`deploy/operations/${script}.ts`], {
          ...UNPRIVILEGED,
          cwd: target,
          extendEnv: false,
          env: { BACKUP_IN, DATABASE_URL: url },
        });
      const role = database.urlOf('tollgate_backup');
      expect((await run('backup', role)).stdout).toContain('1 whole backups are in');
      expect((await run('verify-backup', role)).stdout).toContain('is whole');
      expect((await run('restore', empty.url)).stdout).toContain('The database is as it was at');
      const verified = await execa(process.execPath, ['services/billing/src/verify.ts'], {
        ...UNPRIVILEGED,
        cwd: target,
        extendEnv: false,
        env: { DATABASE_URL: empty.url },
      });
      expect(verified.stdout).not.toContain('BROKEN');
      // Whatever the command imports is there: what is missing is what it is told.
      await expect(run('rotate-secrets', '')).rejects.toMatchObject({
        exitCode: 1,
        stderr: 'SECRET is not set.',
      });
    } finally {
      await empty.drop();
    }
  },
  TEST_MS,
);
