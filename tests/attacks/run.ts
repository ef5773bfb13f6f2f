/**
 * `make test-attacks`: runs every test whose title begins with the id of an attack, wherever it
 * stands, with the whole of the long tables, and prints the table with what was seen. The exit code
 * is 1 when an attack got through. Arguments go to jest.
 */
import { isBad, runCases, verdictOf } from '../support/run-cases.ts';
import { ANY_CASE, listCaseFiles, readCases } from './cases.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const started = performance.now();
const { seen, broken } = await runCases('attack-report', {
  files: listCaseFiles().map(({ path }) => path),
  pattern: ANY_CASE,
  env: { TOLLGATE_ATTACKS: 'full', TOLLGATE_FAULTS: 'full' },
});
const rows = readCases().map(({ id, sent, outcome }) => [id, sent, outcome, verdictOf(id, seen)]);
say('| id | sent | what comes of it | verdict |');
say('| --- | --- | --- | --- |');
for (const row of rows) say(`| ${row.join(' | ')} |`);
const bad = rows.filter((row) => isBad(row.at(-1) ?? ''));
for (const file of broken) say(`could not run: ${file}`);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
say(`${rows.length} attacks, ${bad.length} got through, in ${minutes} minutes`);
process.exitCode = bad.length + broken.length > 0 ? 1 : 0;
