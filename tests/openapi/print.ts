/**
 * `make routes`: every route with the tests of each status that it can answer; what is missing
 * stands at the end. `--json` for tests.
 */
import { listCoverage } from './coverage.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const all = listCoverage();

function printTable(): void {
  for (const { name, tested, untested } of all.filter(({ exists }) => exists)) {
    say(name);
    const statuses = [...tested].sort(([one], [other]) => one - other);
    for (const [status, files] of statuses) say(`  ${status}  ${files.join(', ')}`);
    if (untested.length > 0) say(`  ${untested.join(', ')}  no test of its own`);
  }
  const missing = all.filter(({ exists }) => !exists);
  say(`\n${all.length - missing.length} routes; ${missing.length} asked for and missing:`);
  for (const { name } of missing) say(`  ${name}`);
}

if (process.argv.includes('--json')) say(JSON.stringify(all));
else printTable();
