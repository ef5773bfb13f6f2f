import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceProcess } from './service-process.ts';
import { freePort } from './ports.ts';
import { ProcessFailedError, type ManagedProcess } from './managed-process.ts';

const HEALTHY = `
  import { createServer } from 'node:http';
  console.log('hello');
  createServer((_, response) => response.end('{}')).listen(Number(process.env.PORT), '127.0.0.1');
`;
const STUBBORN = `process.on('SIGTERM', () => undefined); ${HEALTHY}`;
const BROKEN = `console.log('the reason'); process.exit(3);`;

let folder = '';
const started: ManagedProcess[] = [];

const aProcess = async (
  script: string,
  supervise: boolean,
  niceness = 0,
): Promise<ManagedProcess> => {
  const port = await freePort();
  const entry = join(folder, `${port}.mjs`);
  await writeFile(entry, script);
  const managed = serviceProcess({
    name: 'toy',
    entry,
    env: { PORT: String(port) },
    port,
    logDir: folder,
    stopGraceMs: 300,
    supervise,
    record: { add: () => undefined, remove: () => undefined },
    niceness: () => niceness,
    log: () => undefined,
  });
  started.push(managed);
  return managed;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-process-'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((managed) => managed.stop()));
  await rm(folder, { recursive: true });
});

test('a started process is ready and its output is kept', async () => {
  const managed = await aProcess(HEALTHY, false);
  await managed.start();
  expect(managed.pid()).toBeGreaterThan(0);
  expect(await managed.logs()).toBe('hello\n');
  await managed.stop();
  expect(managed.pid()).toBeUndefined();
});

test('a supervised process comes back after kill -9', async () => {
  const managed = await aProcess(HEALTHY, true);
  await managed.start();
  const first = managed.pid();
  await managed.kill('SIGKILL');
  await managed.ready();
  expect(managed.pid()).not.toBe(first);
});

test('a process that is to stand back behind others does so after a restart as well', async () => {
  const own = getPriority();
  const plain = await aProcess(HEALTHY, false);
  const behind = Math.min(constants.priority.PRIORITY_LOW, own + 5);
  const managed = await aProcess(HEALTHY, true, 5);
  await Promise.all([plain.start(), managed.start()]);
  expect([getPriority(plain.pid()), getPriority(managed.pid())]).toEqual([own, behind]);
  await managed.kill('SIGKILL');
  await managed.ready();
  expect(getPriority(managed.pid())).toBe(behind);
});

test('a process without supervision stays down until it is started again', async () => {
  const managed = await aProcess(HEALTHY, false);
  await managed.start();
  await managed.kill('SIGKILL');
  expect(managed.pid()).toBeUndefined();
  await expect(managed.ready()).rejects.toBeInstanceOf(ProcessFailedError);
  await managed.start();
  expect(managed.pid()).toBeGreaterThan(0);
});

test.each([true, false])(
  'a broken process is reported with its log (supervised: %s)',
  async (supervise) => {
    const managed = await aProcess(BROKEN, supervise);
    await expect(managed.start()).rejects.toThrow(/^toy .*\n(.*\n)*the reason/);
  },
);

test('a process that ignores SIGTERM is stopped by force', async () => {
  const managed = await aProcess(STUBBORN, true);
  await managed.start();
  await managed.stop();
  expect(managed.pid()).toBeUndefined();
});
