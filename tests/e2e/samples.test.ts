import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, execaSync } from 'execa';
import { readSamples } from '../docs/samples.ts';
import type { Sample, SampleLanguage } from '../docs/samples.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { TOLLGATE } from '../support/tollgate.ts';

const START_MS = 180_000;
const SAMPLE_MS = 120_000;
const MODULES = join(import.meta.dirname, '../node_modules');
/** Errors have to fail a shell sample; readers see them anyway. */
const SHELL_PRELUDE = [
  'set -euo pipefail',
  'curl() { command curl -sS --fail-with-body "$@"; }',
  `tollgate() { '${process.execPath}' '${TOLLGATE}' "$@"; }`,
  '',
].join('\n');
const FILES: Record<SampleLanguage, string> = { sh: 'run.sh', ts: 'run.mts', python: 'run.py' };
const COMMANDS: Record<SampleLanguage, string> = {
  sh: 'bash',
  ts: process.execPath,
  python: process.env['PYTHON'] ?? 'python3',
};
/** Pages whose samples are run a second time with a live key, at a provider. */
const LIVE_TOO = new Set(['quick-start', 'openai-node', 'vercel-ai-sdk', 'langchain', 'responses']);

const samples = readSamples().filter(({ mark }) => mark === 'run');
const hasPython =
  execaSync(COMMANDS.python, ['-c', 'import openai'], { reject: false }).exitCode === 0;
const runnable = samples.filter(({ language }) => language !== 'python' || hasPython);
const missing = samples.filter((sample) => !runnable.includes(sample));

let demo: Demo;
let folder: string;

beforeAll(async () => {
  // The samples are about the demo of `make up`, which streams responses.
  demo = await aSharedDemo();
  folder = await mkdtemp(join(tmpdir(), 'tollgate-samples-'));
  await symlink(MODULES, join(folder, 'node_modules'));
}, START_MS);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await demo?.stack.drop();
}, START_MS);

async function run(sample: Sample, mode: 'test' | 'live'): Promise<string> {
  const { page, language, program } = sample;
  const { env } = demo;
  const file = join(folder, `${page}-${mode}-${FILES[language]}`);
  await writeFile(file, (language === 'sh' ? SHELL_PRELUDE : '') + program);
  const result = await execa(COMMANDS[language], [file], {
    cwd: folder,
    all: true,
    reject: false,
    env: {
      ...env,
      TOLLGATE_API_KEY: mode === 'test' ? env.TOLLGATE_TEST_KEY : env.TOLLGATE_API_KEY,
      TOLLGATE_MODEL: mode === 'test' ? 'sandbox/echo' : env.TOLLGATE_MODEL,
    },
  });
  expect([result.exitCode, result.exitCode === 0 ? '' : result.all]).toEqual([0, '']);
  return result.stdout;
}

function expectInOrder(text: string, wanted: readonly string[]): void {
  let from = 0;
  for (const line of wanted) {
    const at = text.indexOf(line, from);
    if (at < 0) throw new Error(`"${line}" is not printed, or not in its place:\n${text}`);
    from = at + line.length;
  }
}

test('there are samples of each client', () => {
  expect(samples.map(({ page }) => page)).toEqual(
    expect.arrayContaining(['curl', 'openai-node', 'openai-python', 'vercel-ai-sdk', 'langchain']),
  );
});

test.each(runnable.map((sample) => [sample.page, sample.language, sample] as const))(
  '%s: the %s samples do what the page says',
  async (_page, _language, sample) => {
    const printed = await run(sample, 'test');
    expect(printed.trim()).not.toBe('');
    expectInOrder(printed, sample.prints);
  },
  SAMPLE_MS,
);

test.each(
  runnable
    .filter(({ page }) => LIVE_TOO.has(page))
    .map((sample) => [sample.page, sample.language, sample] as const),
)(
  '%s: the %s samples work with a live key, too, and are paid for',
  async (_page, _language, sample) => {
    const consumed = async () =>
      Number((await demo.user<{ consumed: string }>('GET', '/credits')).body.consumed);
    const before = await consumed();
    expect((await run(sample, 'live')).trim()).not.toBe('');
    expect(await consumed()).toBeGreaterThan(before);
  },
  SAMPLE_MS,
);

// Without the package the samples cannot be run; the list of skipped tests says so.
for (const { page, language } of missing)
  test.skip(`${page}: the ${language} samples`, () => undefined);
