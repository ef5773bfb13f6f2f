/**
 * `make test`: format, lint, types and dead exports side by side, and jest, whichever of them
 * fails; the exit code is 1 when any failed. Leaves "N passed, N failed" in
 * `.tollgate/test-summary`, where a failed static check and a suite that could not run count as one
 * failure each. Arguments go to jest, which then begins after the checks.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { COMPILE_CACHE_DIR, removeStateDir } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import { memoryFolder } from './support/memory-folder.ts';
import { RUN_VARIABLE } from './support/once-a-run.ts';
import { aStateDir } from './support/state-dir.ts';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: readonly JestFile[];
}

interface JestFile {
  name: string;
  /** Why the file could not run; empty where it ran. */
  message: string;
  assertionResults: readonly { status: string; fullName: string; failureMessages: string[] }[];
}

const ROOT = dirname(import.meta.dirname);
const REPORTS = join(ROOT, '.tollgate/test-reports');
const SUMMARY = join(ROOT, '.tollgate/test-summary');

/**
 * One check of types. Several checkers would each work out the same types of the contracts, for
 * twice the processor time; what was found is kept, so that the next run looks at what has changed.
 */
const types = (project: string): string[] => {
  const found = `.tollgate/types/${project.replaceAll(/\W+/g, '-')}.json`;
  const kept = ['--incremental', '--tsBuildInfoFile', found];
  return ['tsc', '--noEmit', '--singleThreaded', '--project', project, ...kept];
};

const CHECKS = [
  ['oxfmt', '--check'],
  ['oxlint', '--type-aware', '--deny-warnings'],
  types('tsconfig.json'),
  // Each console has routes of its own, which the types of links follow.
  types('services/console/web/users'),
  types('services/console/web/platform'),
  types('services/docs/web'),
  ['knip', '--no-progress', '--no-config-hints'],
];

/**
 * Projects of tests that wait for nothing and for which no time is short: they take what the
 * processor has left.
 */
const PATIENT = ['unit', 'tidy', 'manifests'];
/** The others wait for processes and timers half of their time. */
const BUSY = ['browser', 'e2e', 'attacks'];
/**
 * Busy ones that begin when the patient ones have ended, on what these had of the processor; both
 * halves end at about the same time.
 */
const LATER = ['api', 'faults'];
/**
 * Steps of priority by which the patient ones stand back: a core that others want gives them a
 * tenth.
 */
const PATIENT_NICENESS = 10;

/**
 * Node keeps what it has compiled and stripped of types: tests start hundreds of scripts, most of
 * which load the same modules, and each takes half of its time for that.
 */
const COMPILED = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? COMPILE_CACHE_DIR };
const HERE = {
  cwd: ROOT,
  preferLocal: true,
  localDir: ROOT,
  reject: false,
  env: COMPILED,
} as const;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * The store that the installed packages came from; pnpm would fetch them anew into a store beside a
 * folder of another file system.
 */
const packageStore = async (): Promise<Record<string, string>> => {
  const installed = await readFile(join(ROOT, 'node_modules/.modules.yaml'), 'utf8').catch(
    () => '',
  );
  const [, folder] = /^\s*"?storeDir"?: *"?([^"\n]+?)"?,?$/m.exec(installed) ?? [];
  return folder === undefined ? {} : { pnpm_config_store_dir: folder };
};

/**
 * Where jest's tests keep their files: where TMPDIR says, else in memory, else where the system
 * does.
 */
const temporaryFiles = async (): Promise<Record<string, string>> => {
  if (process.env['TMPDIR'] !== undefined) return {};
  const folder = await memoryFolder();
  return folder === undefined ? {} : { TMPDIR: folder, ...(await packageStore()) };
};

/** Found once: memory that is short later must not give one jest of a run another folder. */
const FILES = await temporaryFiles();

/** What is built once for both jests. */
const SHARED = await aStateDir(FILES['TMPDIR']);

/** What a part of the run came to. */
interface Outcome {
  ok: boolean;
  passed: number;
  failed: number;
  /** Each failure by its name and the beginning of its message. */
  failures: readonly string[];
}

/** So that the end of a long log, which is often all that is kept of it, has every failure. */
const FAILURE_CHARACTERS_MAX = 900;

const failure = (name: string, message: string): string =>
  `FAILED ${name}\n${stripVTControlCharacters(message).slice(0, FAILURE_CHARACTERS_MAX)}`;

const failuresOf = ({ name, message, assertionResults }: JestFile): string[] => {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && assertionResults.length === 0 && message !== '') {
    return [failure(file, message)];
  }
  return failed.map((one) => failure(`${file}: ${one.fullName}`, one.failureMessages.join('\n')));
};

/** The checks run side by side, so each tells what it has to say when it ends. */
const check = async ([command = '', ...args]: readonly string[], niceness: number) => {
  const running = execa(command, args, { ...HERE, all: true });
  standBack(running.pid, niceness);
  const { exitCode, all } = await running;
  say(`> ${command} ${args.join(' ')}`);
  if (all !== '') say(all);
  return exitCode === 0 ? [] : [failure(command, all.slice(-FAILURE_CHARACTERS_MAX))];
};

const standBack = (pid: number | undefined, niceness: number): void => {
  if (pid !== undefined && niceness !== 0) setPriority(pid, niceness);
};

const checkAll = async (niceness = 0): Promise<Outcome> => {
  const ended = await Promise.all(CHECKS.map((one) => check(one, niceness)));
  const failures = ended.flat();
  return { ok: failures.length === 0, passed: 0, failed: failures.length, failures };
};

/** A run that hangs is a failure with a summary, before anything else gives it up. */
const LIMITS = {
  timeout: 3_600_000,
  killSignal: 'SIGINT',
  forceKillAfterDelay: 30_000,
} as const;
/** How long jest may take to end once its report is written. */
const END_MS_MAX = 60_000;
const LOOK_MS = 1_000;

/**
 * Ends a jest that has written its report and stays, since something that a test has left keeps it:
 * that is a failure, and does not keep the run from ending.
 */
async function interruptWhenDone(
  jest: { kill(signal: NodeJS.Signals): unknown },
  report: string,
  ended: AbortSignal,
): Promise<void> {
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: ended });
  try {
    while (!existsSync(report)) await pause(LOOK_MS);
    await pause(END_MS_MAX);
  } catch {
    return;
  }
  say('Jest has written its report and does not end: a test has left something running.');
  jest.kill('SIGINT');
  await sleep(LIMITS.forceKillAfterDelay, undefined, { signal: ended }).then(
    () => jest.kill('SIGKILL'),
    () => undefined,
  );
}

/** Runs jest; one that stands back says all at its end. */
const runJest = async (name: string, args: string[], niceness = 0): Promise<Outcome> => {
  const report = join(REPORTS, `${name}.json`);
  await rm(report, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const all = [jest, '--json', `--outputFile=${report}`, ...args];
  const stdio = niceness === 0 ? 'inherit' : 'pipe';
  const running = execa(process.execPath, all, {
    ...HERE,
    ...LIMITS,
    env: { ...COMPILED, ...FILES, [RUN_VARIABLE]: SHARED },
    stdio,
    all: true,
  });
  standBack(running.pid, niceness);
  const watch = new AbortController();
  void interruptWhenDone(running, report, watch.signal);
  const { exitCode, all: printed } = await running;
  watch.abort();
  if (printed !== undefined) say(`> jest ${args.join(' ')}\n${printed}`);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return { ok: false, passed: 0, failed: 1, failures: [failure(name, 'Jest left no report.')] };
  }
  const found = JSON.parse(text) as JestReport;
  const failed = found.numFailedTests + found.numRuntimeErrorTestSuites;
  const ok = exitCode === 0;
  const failures = found.testResults.flatMap(failuresOf);
  return { ok, passed: found.numPassedTests, failed: ok ? failed : Math.max(failed, 1), failures };
};

/**
 * Everything: what waits for nothing fills the pauses of what does, and two more workers follow it,
 * because three leave a quarter of two cores idle.
 */
const runAll = (): Promise<Outcome[]> => {
  const patient = async (): Promise<Outcome[]> => [
    await checkAll(PATIENT_NICENESS),
    await runJest('patient', ['--selectProjects', ...PATIENT], PATIENT_NICENESS),
    await runJest('later', ['--selectProjects', ...LATER]),
  ];
  const busy = runJest('busy', ['--selectProjects', ...BUSY]);
  return Promise.all([patient(), busy]).then((parts) => parts.flat());
};

const runSome = async (args: string[]): Promise<Outcome[]> => {
  const checks = await checkAll();
  say('> jest');
  return [checks, await runJest('some', args)];
};

await mkdir(REPORTS, { recursive: true });
const args = process.argv.slice(2);
const outcomes = await (args.length === 0 ? runAll() : runSome(args));
await removeStateDir(SHARED);
const passed = outcomes.reduce((sum, one) => sum + one.passed, 0);
const failed = outcomes.reduce((sum, one) => sum + one.failed, 0);
for (const one of outcomes.flatMap(({ failures }) => failures)) say(one);
await writeFile(SUMMARY, `${passed} passed, ${failed} failed\n`);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
