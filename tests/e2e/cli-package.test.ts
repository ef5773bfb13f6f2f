/** The command `tollgate` as its users install it, from a package of npm. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse, stringify } from 'yaml';
import { ROOT } from '../tidy/source-files.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { signInOf } from '../support/tollgate.ts';

const START_MS = 240_000;
const TEST_MS = 120_000;
const VERSION = '7.8.9';

let demo: Demo;
let folder: string;
beforeAll(async () => {
  demo = await aSharedDemo();
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-package-'));
}, START_MS);
afterAll(async () => {
  await demo?.stack.drop();
  await rm(folder, { recursive: true, force: true });
}, START_MS);

test(
  'the command is packed, installed without any registry, and plans and applies',
  async () => {
    const packageFolder = join(folder, 'package');
    const installed = join(folder, 'installed');
    await execa(process.execPath, ['deploy/cli-package.ts', packageFolder, VERSION], { cwd: ROOT });
    const pack = ['pack', '--json', '--pack-destination', folder];
    const { stdout } = await execa('npm', pack, { cwd: packageFolder });
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    expect(packed?.files.map(({ path }) => path).toSorted()).toEqual([
      'README.md',
      'package.json',
      'tollgate.mjs',
    ]);
    const archive = join(folder, packed?.filename ?? '');
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', installed];
    await execa('npm', [...install, archive]);
    const env = {
      ...signInOf(demo.env),
      PATH: process.env['PATH'] ?? '',
      DEMO_DEMO_PROVIDER_API_KEY: 'demo-provider-key',
    };
    const run = (...args: string[]) =>
      execa(join(installed, 'node_modules/.bin/tollgate'), args, {
        env,
        extendEnv: false,
        cwd: folder,
        reject: false,
      });
    const exported = await run('export');
    expect([exported.exitCode, exported.stderr]).toEqual([0, '']);
    const document = parse(exported.stdout) as { retention: { access_events: { days: number } } };
    const file = join(folder, 'tollgate.yaml');
    document.retention.access_events.days += 1;
    await writeFile(file, stringify(document, { aliasDuplicateObjects: false }));
    expect((await run('plan', file)).exitCode).toBe(2);
    expect((await run('apply', file)).exitCode).toBe(0);
    const after = await run('plan', file);
    expect([after.exitCode, after.stderr]).toEqual([0, '']);
  },
  TEST_MS,
);

test('a package without a whole version is refused', async () => {
  const args = ['deploy/cli-package.ts', join(folder, 'none'), 'latest'];
  const { exitCode, stderr } = await execa(process.execPath, args, { cwd: ROOT, reject: false });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('name a folder and a version')]);
});
