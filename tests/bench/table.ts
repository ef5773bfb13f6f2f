import { CPU_PREFIX } from './scenario.ts';
import type { Scenario, Settings } from './scenario.ts';
import type { Results } from './scenarios.ts';
import { median, type Ratio, ratioOf } from './stats.ts';
import { PORTKEY } from './peers.ts';
import { DIRECT, ONE_HOP, TWO_HOPS } from './targets.ts';

/** Writes a ratio with the lowest and highest of its rounds. */
export function ratioText(ratio: Ratio | null): string {
  if (!ratio) return '-';
  return `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}-${ratio.high.toFixed(2)})`;
}

const YARDSTICKS: Record<string, string> = {
  [DIRECT]: 'x direct',
  [ONE_HOP]: 'x one hop',
  [TWO_HOPS]: 'x two hops',
  [PORTKEY]: 'x portkey',
};

/** A scenario's results: medians of the rounds, and ratios to the yardsticks with their spread. */
export function renderScenario(scenario: Scenario, results: Results, settings: Settings): string {
  const { columns, compared } = scenario;
  const ratios = Object.keys(YARDSTICKS).filter((name) => results[name]?.[compared]);
  const names = ratios.map((name) => YARDSTICKS[name] ?? name);
  const head = ['target', ...columns.map(({ heading }) => heading), ...names];
  const rows = Object.entries(results).map(([name, measures]) => [
    name,
    ...columns.map(({ measure, digits }) => {
      const value = median(measures[measure] ?? []);
      return Number.isFinite(value) ? value.toFixed(digits) : '-';
    }),
    ...ratios.map((yardstick) =>
      yardstick === name
        ? '1'
        : ratioText(ratioOf(measures[compared], results[yardstick]?.[compared])),
    ),
  ]);
  const heading = columns.find(({ measure }) => measure === compared)?.heading ?? compared;
  const title = `${scenario.title(settings)}; medians of ${settings.rounds} rounds`;
  if (scenario.tollgateOnly) return `${title}\n${grid([head, ...rows])}`;
  return `${title}; x = ratio of ${heading} (lowest-highest round)\n${grid([head, ...rows])}`;
}

/** Where the CPU time of a target goes, most first; empty when it is not known. */
export function renderCpu(target: string, results: Results): string {
  const shares = Object.entries(results[target] ?? {})
    .filter(([measure]) => measure.startsWith(CPU_PREFIX))
    .map(([measure, series]) => [measure.slice(CPU_PREFIX.length), median(series)] as const)
    .sort(([, left], [, right]) => right - left);
  if (shares.length === 0) return '';
  const text = shares.map(([program, time]) => `${program} ${time.toFixed(1)}`).join(', ');
  return `CPU µs of ${target} by program: ${text}`;
}

const COMPARED = ['rate', 'cpu', 'p50', 'p99', 'added_p50', 'added_p99'] as const;

/** Every measure of one target divided by that of another, by scenario. */
export function renderAgainst(
  target: string,
  against: string,
  results: Record<string, Results>,
): string {
  const rows = Object.entries(results)
    .filter(([, byTarget]) => byTarget[against] !== undefined)
    .map(([scenario, byTarget]) => [
      scenario,
      ...COMPARED.map((measure) =>
        ratioText(ratioOf(byTarget[target]?.[measure], byTarget[against]?.[measure])),
      ),
    ]);
  return `${target} / ${against}\n${grid([['scenario', ...COMPARED], ...rows])}`;
}

/** Lines up columns: the first to the left, the others to the right. */
export function grid(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
