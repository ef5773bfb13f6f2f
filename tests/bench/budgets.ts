import { readFile } from 'node:fs/promises';
import type { Results } from './scenarios.ts';
import { median, ratioOf } from './stats.ts';

/** A ratio that must not be passed: between two targets, or a measure that is a ratio by itself. */
export interface Budget {
  scenario: string;
  measure: string;
  target: string;
  against?: string;
  /** Lowest and highest median ratio that is good. */
  min?: number;
  max?: number;
}

/** The outcome of one budget; `ratio` null when it was not measured. */
export interface Verdict {
  budget: Budget;
  ratio: number | null;
  isKept: boolean;
}

/** The committed budgets. */
export async function readBudgets(): Promise<Budget[]> {
  const text = await readFile(new URL('budgets.json', import.meta.url), 'utf8');
  return JSON.parse(text) as Budget[];
}

/** Compares results with a budget; what was not measured breaks nothing. */
export function judge(budget: Budget, results: Record<string, Results>): Verdict {
  const measured = results[budget.scenario];
  const series = measured?.[budget.target]?.[budget.measure];
  const ratio =
    budget.against === undefined
      ? median(series ?? [])
      : ratioOf(series, measured?.[budget.against]?.[budget.measure])?.median;
  if (ratio === undefined || Number.isNaN(ratio)) return { budget, ratio: null, isKept: true };
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = budget;
  return { budget, ratio, isKept: ratio >= min && ratio <= max };
}
