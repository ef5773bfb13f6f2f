/**
 * `make test-faults`: runs every test whose title begins with the id of a fault, the slow ones
 * among them, and prints the matrix with what was seen. The exit code is 1 when a fault is not
 * handled as the matrix says. Arguments go to jest.
 */
import { clearMeasures, readMeasures } from '../support/measures.ts';
import { isBad, runCases, verdictOf } from '../support/run-cases.ts';
import { listFiles } from '../tidy/source-files.ts';
import { idsIn, readMatrix } from './matrix.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await clearMeasures();
const started = performance.now();
const { seen, broken } = await runCases('fault-report', {
  files: listFiles(/\.test\.ts$/)
    .filter(({ path, text }) => !path.startsWith('tests/tidy/') && idsIn(text).length > 0)
    .map(({ path }) => path),
  pattern: String.raw`\bF[A-H]\d\d\b`,
  env: { TOLLGATE_FAULTS: 'full' },
});
const measures = await readMeasures();
const rows = readMatrix().map(({ id, injected, money, client }) => {
  const healed = measures.filter((one) => one.id === id).map((one) => one.healedMs);
  const healedIn = healed.length === 0 ? '' : `${Math.round(Math.max(...healed))} ms`;
  return [id, injected, money, client, healedIn, verdictOf(id, seen)];
});
say(`| ${['id', 'injected', 'money', 'client', 'healed in', 'verdict'].join(' | ')} |`);
say('| --- | --- | --- | --- | --- | --- |');
for (const row of rows) say(`| ${row.join(' | ')} |`);
const bad = rows.filter((row) => isBad(row.at(-1) ?? ''));
for (const file of broken) say(`could not run: ${file}`);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
say(`${rows.length} faults, ${bad.length} not as they should be, in ${minutes} minutes`);
process.exitCode = bad.length + broken.length > 0 ? 1 : 0;
