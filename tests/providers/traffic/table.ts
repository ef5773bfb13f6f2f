import type { Verdict } from './run.ts';

interface Counts {
  passed: number;
  failed: number;
  outOfScope: number;
  runner: number;
}

/** The verdicts as text: family by feature, what failed and how, what was left out and why. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = rowsOf(verdicts);
  const width = Math.max(...rows.map(([name]) => name.length), 'family / feature'.length);
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(14)).join('')}`;
  const lines = [line('family / feature', ['passed', 'failed', 'out of scope', 'not read'])];
  for (const [name, { passed, failed, outOfScope, runner }] of rows) {
    lines.push(line(name, [passed, failed, outOfScope, runner]));
  }
  return [
    ...lines,
    ...groupsOf('Out of scope', verdicts, ({ outOfScope }) => outOfScope),
    ...groupsOf('Requests whose body was not compared', verdicts, ({ unsaid }) => unsaid),
    ...groupsOf('Faults of this runner', verdicts, ({ runnerFault }) => runnerFault),
    ...failuresOf(verdicts),
  ].join('\n');
}

function rowsOf(verdicts: readonly Verdict[]): [string, Counts][] {
  const rows = new Map<string, Counts>();
  for (const verdict of verdicts) {
    const names = verdict.features.map((feature) => `${verdict.family} / ${feature}`);
    for (const name of [verdict.family, ...names, '~ all together']) count(rows, name, verdict);
  }
  return [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

function count(rows: Map<string, Counts>, name: string, verdict: Verdict): void {
  const { faults, outOfScope, runnerFault } = verdict;
  const counts = rows.get(name) ?? { passed: 0, failed: 0, outOfScope: 0, runner: 0 };
  if (runnerFault !== null) counts.runner += 1;
  else if (outOfScope !== null) counts.outOfScope += 1;
  else if (faults.length > 0) counts.failed += 1;
  else counts.passed += 1;
  rows.set(name, counts);
}

function groupsOf(
  title: string,
  verdicts: readonly Verdict[],
  reasonOf: (verdict: Verdict) => string | null,
): string[] {
  const left = verdicts.filter((verdict) => reasonOf(verdict) !== null);
  const groups = Map.groupBy(left, (verdict) => `${verdict.family}: ${reasonOf(verdict)}`);
  const lines = [...groups].map(([reason, group]) => `  ${group.length} x ${reason}`);
  return lines.length === 0 ? [] : ['', title, ...lines.toSorted()];
}

function failuresOf(verdicts: readonly Verdict[]): string[] {
  const failed = verdicts.filter(({ faults }) => faults.length > 0);
  const lines = failed.flatMap(({ id, faults }) => [
    `  ${id}`,
    ...faults.map((fault) => `    ${fault}`),
  ]);
  return lines.length === 0 ? [] : ['', 'Failed', ...lines];
}
