import { readFile } from 'node:fs/promises';
import type { Results } from './scenarios.ts';
import { ratioOf } from './stats.ts';

/** A ratio between two targets that must not be passed. */
export interface Budget {
  scenario: string;
  measure: string;
  target: string;
  against: string;
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
  const ratio = ratioOf(
    measured?.[budget.target]?.[budget.measure],
    measured?.[budget.against]?.[budget.measure],
  );
  if (!ratio) return { budget, ratio: null, isKept: true };
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = budget;
  return { budget, ratio: ratio.median, isKept: ratio.median >= min && ratio.median <= max };
}
