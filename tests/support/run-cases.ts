import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../tidy/source-files.ts';

/** One test as jest saw it. */
export interface Seen {
  fullName: string;
  status: string;
}

/** What a run of named cases has shown. */
export interface CaseReport {
  /** The tests that ran. */
  seen: Seen[];
  /** Files that could not run at all. */
  broken: string[];
}

interface JestReport {
  testResults: { name: string; status: string; assertionResults: Seen[] }[];
}

/**
 * Runs the tests of some files whose titles match a pattern, and gives the outcome of each.
 * @param name of the report below `.tollgate`
 */
export async function runCases(
  name: string,
  { files, pattern, env }: { files: string[]; pattern: string; env: Record<string, string> },
): Promise<CaseReport> {
  const report = join(ROOT, `.tollgate/${name}.json`);
  await rm(report, { force: true });
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const flags = ['--json', `--outputFile=${report}`, '--testNamePattern', pattern];
  await execa(process.execPath, [jest, ...flags, ...process.argv.slice(2), ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    reject: false,
    env,
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as JestReport;
  return {
    seen: testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed'),
    broken: testResults
      .filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      )
      .map((file) => file.name),
  };
}

/** `held` when every test that names a case has passed; in capitals when not. */
export function verdictOf(id: string, seen: readonly Seen[]): string {
  const named = new RegExp(String.raw`(?<![\w-])${id}(?![\w-])`);
  const own = seen.filter(({ fullName }) => named.test(fullName));
  if (own.length === 0) return 'NO TEST';
  const passed = own.filter(({ status }) => status === 'passed').length;
  return passed === own.length ? `held (${own.length})` : `FAILED (${own.length - passed})`;
}

/** Whether a verdict is one of those in capitals. */
export const isBad = (verdict: string): boolean => /^(?:NO TEST|FAILED)/.test(verdict);
