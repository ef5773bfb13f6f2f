/**
 * `make test`: format, lint, types and dead exports side by side, then jest, even when one of them failed;
 * the exit code is 1 when any failed. Leaves "N passed, N failed" in `.tollgate/test-summary`, where
 * a failed static check and a suite that could not run count as one failure each. Arguments go to
 * jest.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { memoryFolder } from './support/memory-folder.ts';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

const ROOT = dirname(import.meta.dirname);
const REPORT = join(ROOT, '.tollgate/test-report.json');
const SUMMARY = join(ROOT, '.tollgate/test-summary');

/**
 * One check of types. Several checkers would each work out the same types of the contracts, for twice the processor time; what
 * was found is kept, so that the next run looks at what has changed.
 */
const types = (project: string): string[] => {
  const found = `.tollgate/types/${project.replaceAll(/\W+/g, '-')}.json`;
  const kept = ['--incremental', '--tsBuildInfoFile', found];
  return ['tsc', '--noEmit', '--singleThreaded', '--project', project, ...kept];
};

const CHECKS = [
  [
    'prettier',
    '--check',
    '--cache',
    '--cache-location',
    '.tollgate/prettier.json',
    '--log-level',
    'warn',
    '.',
  ],
  ['oxlint', '--type-aware', '--deny-warnings'],
  types('tsconfig.json'),
  // Each console has routes of its own, which the types of links follow.
  types('services/console/web/users'),
  types('services/console/web/platform'),
  types('services/docs/web'),
  ['knip', '--no-progress', '--no-config-hints'],
];

const HERE = { cwd: ROOT, preferLocal: true, localDir: ROOT, reject: false } as const;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The store that the installed packages came from; pnpm would fetch them anew into a store beside a folder of another file system. */
const packageStore = async (): Promise<Record<string, string>> => {
  const installed = await readFile(join(ROOT, 'node_modules/.modules.yaml'), 'utf8').catch(
    () => '',
  );
  const [, folder] = /^\s*"?storeDir"?: *"?([^"\n]+?)"?,?$/m.exec(installed) ?? [];
  return folder === undefined ? {} : { pnpm_config_store_dir: folder };
};

/** Where jest's tests keep their files: where TMPDIR says, else in memory, else where the system does. */
const temporaryFiles = async (): Promise<Record<string, string>> => {
  if (process.env['TMPDIR'] !== undefined) return {};
  const folder = await memoryFolder();
  return folder === undefined ? {} : { TMPDIR: folder, ...(await packageStore()) };
};

const succeeds = async (file: string, args: string[]): Promise<boolean> => {
  const env = await temporaryFiles();
  const { exitCode } = await execa(file, args, { ...HERE, env, stdio: 'inherit' });
  return exitCode === 0;
};

/** The checks run side by side, so each tells what it has to say when it ends. */
const check = async ([command = '', ...args]: readonly string[]): Promise<boolean> => {
  const options = { ...HERE, all: true } as const;
  const { exitCode, all } = await execa(command, args, options);
  say(`> ${command} ${args.join(' ')}`);
  if (all !== '') say(all);
  return exitCode === 0;
};

const runJest = async (
  args: string[],
): Promise<{ ok: boolean; passed: number; failed: number }> => {
  await rm(REPORT, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const ok = await succeeds(process.execPath, [jest, '--json', `--outputFile=${REPORT}`, ...args]);
  const text = await readFile(REPORT, 'utf8').catch(() => undefined);
  if (text === undefined) return { ok: false, passed: 0, failed: 1 };
  const report = JSON.parse(text) as JestReport;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { ok, passed: report.numPassedTests, failed: ok ? failed : Math.max(failed, 1) };
};

await mkdir(dirname(SUMMARY), { recursive: true });
const checked = await Promise.all(CHECKS.map(check));
const failedChecks = checked.filter((ok) => !ok).length;
say('> jest');
const tests = await runJest(process.argv.slice(2));
const failed = tests.failed + failedChecks;
await writeFile(SUMMARY, `${tests.passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || !tests.ok ? 1 : 0;
