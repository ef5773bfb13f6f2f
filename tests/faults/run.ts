/**
 * `make test-faults`: runs every test whose title begins with the id of a fault, the slow ones among
 * them, and prints the matrix with what was seen. The exit code is 1 when a fault is not handled as the
 * matrix says. Arguments go to jest.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { clearMeasures, readMeasures } from '../support/measures.ts';
import { listFiles, ROOT } from '../tidy/source-files.ts';
import { idsIn, readMatrix, WITHOUT_TEST } from './matrix.ts';

interface Assertion {
  fullName: string;
  status: string;
}
interface Report {
  testResults: { name: string; status: string; assertionResults: Assertion[] }[];
}

const REPORT = join(ROOT, '.tollgate/fault-report.json');
const ANY_ID = String.raw`\bF[A-F]\d\d\b`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function runJest(): Promise<Report> {
  const files = listFiles(/\.test\.ts$/)
    .filter(({ path, text }) => !path.startsWith('tests/tidy/') && idsIn(text).length > 0)
    .map(({ path }) => path);
  await rm(REPORT, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const flags = ['--json', `--outputFile=${REPORT}`, '--testNamePattern', ANY_ID];
  await execa(process.execPath, [...node, jest, ...flags, ...process.argv.slice(2), ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    reject: false,
    env: { TOLLGATE_FAULTS: 'full' },
  });
  return JSON.parse(await readFile(REPORT, 'utf8')) as Report;
}

/** `held` when every test of the fault has passed. */
function verdictOf(id: string, assertions: readonly Assertion[]): string {
  if (id in WITHOUT_TEST) return `not run: ${WITHOUT_TEST[id]}`;
  const own = assertions.filter(({ fullName }) => fullName.includes(id));
  if (own.length === 0) return 'NO TEST';
  const passed = own.filter(({ status }) => status === 'passed').length;
  return passed === own.length ? `held (${own.length})` : `FAILED (${own.length - passed})`;
}

await clearMeasures();
const started = performance.now();
const report = await runJest();
const assertions = report.testResults
  .flatMap((file) => file.assertionResults)
  .filter(({ status }) => status === 'passed' || status === 'failed');
const measures = await readMeasures();
const rows = readMatrix().map(({ id, injected, money, client }) => {
  const healed = measures.filter((one) => one.id === id).map((one) => one.healedMs);
  const healedIn = healed.length === 0 ? '' : `${Math.round(Math.max(...healed))} ms`;
  return [id, injected, money, client, healedIn, verdictOf(id, assertions)];
});
say(`| ${['id', 'injected', 'money', 'client', 'healed in', 'verdict'].join(' | ')} |`);
say('| --- | --- | --- | --- | --- | --- |');
for (const row of rows) say(`| ${row.join(' | ')} |`);
const broken = rows.filter(([, , , , , verdict = '']) => /^(?:NO TEST|FAILED)/.test(verdict));
const suites = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
);
for (const { name } of suites) say(`could not run: ${name}`);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
say(`${rows.length} faults, ${broken.length} not as they should be, in ${minutes} minutes`);
process.exitCode = broken.length + suites.length > 0 ? 1 : 0;
