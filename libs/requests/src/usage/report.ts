import type { TimedMetrics, UsageMetrics, UsageStep } from '@tollgate/contract/usage-report';
import type { Db } from '@tollgate/db/connect';
import { formatCredits } from '@tollgate/money/credits';
import { percentilesOf } from './latency-histogram.ts';
import { SUM_NAMES, sumBetween, sumByKind, sumByKindAndStep } from './sum.queries.ts';
import type { KindRow, StepRow, SumsRow, TimedRow } from './sum.queries.ts';
import type { UsageScope } from './sum-range.ts';
import { tokensOf } from './sums.ts';

/** The most groups of one breakdown. */
export const BREAKDOWN_MAX = 50;
/**
 * The group of requests without a name: refused before a name of the catalogue was found. No model
 * can have this name.
 */
export const UNKNOWN_GROUP = '(unknown)';
/** The group of everything behind the largest groups. */
const OTHER_GROUP = '(other)';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The range of whole hours around two moments. */
export function hoursAround(from: Date, until: Date): { from: Date; until: Date } {
  return {
    from: new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS),
    until: new Date(Math.ceil(until.getTime() / HOUR_MS) * HOUR_MS),
  };
}

/** The last days in UTC, today included as a whole. */
export function lastDays(days: number, now: Date): { from: Date; until: Date } {
  const until = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return { from: new Date(until.getTime() - days * DAY_MS), until };
}

/** One group of a breakdown. */
export interface Group {
  name: string;
  metrics: TimedMetrics;
}

/** How often an error was answered. */
export interface ErrorCount {
  code: string;
  status: number;
  requests: number;
}

/** What the requests of a scope came to. */
export interface UsageReport {
  totals: TimedMetrics;
  outcomes: Record<string, number>;
  series: UsageStep[];
  models: Group[];
  providers: Group[];
  endpoints: Group[];
  statuses: Group[];
  errors: ErrorCount[];
}

/** Hours or days of UTC, or when each step begins. */
export type UsageSteps = 'hour' | 'day' | readonly Date[];

/**
 * Reads the sums of a scope and folds them into a report. Percentiles are of requests that were
 * answered in full.
 */
export async function readUsage(
  db: Db,
  scope: UsageScope,
  steps: UsageSteps,
): Promise<UsageReport> {
  const sums =
    typeof steps === 'string'
      ? await sumByKindAndStep(db, scope, steps)
      : await sumByKindAndBetween(db, scope, steps);
  const starts = typeof steps === 'string' ? startsOf(scope, steps) : steps;
  const byTime = new Map(sums.steps.map((one) => [one.bucket.getTime(), one]));
  return {
    ...reportOf(sums.kinds),
    series: starts.map((at) => ({
      at: at.toISOString(),
      ...timedOf(byTime.get(at.getTime()) ?? NOTHING_TIMED),
    })),
  };
}

async function sumByKindAndBetween(
  db: Db,
  scope: UsageScope,
  starts: readonly Date[],
): Promise<{ kinds: KindRow[]; steps: StepRow[] }> {
  const [kinds, steps] = await Promise.all([sumByKind(db, scope), sumBetween(db, scope, starts)]);
  return { kinds, steps };
}

/** What the requests of a scope came to, in sum; nothing for null. */
export async function readTotals(db: Db, scope: UsageScope | null): Promise<UsageMetrics> {
  return metricsOf(sumOf(scope === null ? [] : await sumByKind(db, scope)));
}

/** A report of nothing, for a filter that can match nothing. */
export function emptyUsage(scope: { from: Date; until: Date }, step: 'hour' | 'day'): UsageReport {
  const series = startsOf(scope, step).map((at) => ({
    at: at.toISOString(),
    ...timedOf(NOTHING_TIMED),
  }));
  return { ...reportOf([]), series };
}

function reportOf(kinds: readonly KindRow[]): Omit<UsageReport, 'series'> {
  const outcomes = Object.groupBy(kinds, ({ outcome }) => outcome);
  return {
    totals: timedOf(timedSumOf(kinds)),
    outcomes: Object.fromEntries(
      Object.entries(outcomes).map(([name, group]) => [name, Number(sumOf(group).requests)]),
    ),
    models: groupsOf(kinds, ({ model, alias }) => model || alias),
    providers: groupsOf(kinds, ({ provider }) => provider),
    endpoints: groupsOf(kinds, ({ route }) => route),
    statuses: groupsOf(kinds, ({ status }) => String(status)),
    errors: errorsOf(kinds),
  };
}

/** Groups by name, most requests first, that add up to the totals. */
function groupsOf(kinds: readonly KindRow[], nameOf: (kind: KindRow) => string): Group[] {
  const groups = [...Map.groupBy(kinds, (kind) => nameOf(kind) || UNKNOWN_GROUP)]
    .map(([name, group]) => ({ name, group, metrics: timedOf(timedSumOf(group)) }))
    .sort((a, b) => b.metrics.requests - a.metrics.requests || a.name.localeCompare(b.name));
  const shown = groups.length > BREAKDOWN_MAX ? groups.slice(0, BREAKDOWN_MAX - 1) : groups;
  const others = groups.slice(shown.length).flatMap(({ group }) => group);
  return [
    ...shown.map(({ name, metrics }) => ({ name, metrics })),
    ...(others.length === 0 ? [] : [{ name: OTHER_GROUP, metrics: timedOf(timedSumOf(others)) }]),
  ];
}

function errorsOf(kinds: readonly KindRow[]): ErrorCount[] {
  const failed = kinds.filter(({ errorCode }) => errorCode !== '');
  return [...Map.groupBy(failed, ({ errorCode, status }) => `${status} ${errorCode}`).values()]
    .map((group) => ({
      code: group[0]?.errorCode ?? '',
      status: group[0]?.status ?? 0,
      requests: Number(sumOf(group).requests),
    }))
    .sort((a, b) => b.requests - a.requests || a.code.localeCompare(b.code))
    .slice(0, BREAKDOWN_MAX);
}

/** The sums of no request. */
export const NOTHING: SumsRow = {
  requests: 0n,
  succeeded: 0n,
  failed: 0n,
  refused: 0n,
  faults: 0n,
  input: 0n,
  cacheRead: 0n,
  cacheWrite: 0n,
  output: 0n,
  reasoning: 0n,
  charged: 0n,
};
const NOTHING_TIMED: TimedRow = { ...NOTHING, total: 0n, firstToken: 0n };
const TIMED_NAMES = Object.keys(NOTHING_TIMED) as (keyof TimedRow)[];

/** The sums of several groups together. */
export function sumOf(all: readonly SumsRow[]): SumsRow {
  const sum = { ...NOTHING };
  for (const one of all) for (const name of SUM_NAMES) sum[name] += one[name];
  return sum;
}

function timedSumOf(all: readonly TimedRow[]): TimedRow {
  const sum = { ...NOTHING_TIMED };
  for (const one of all) for (const name of TIMED_NAMES) sum[name] += one[name];
  return sum;
}

function timedOf(sums: TimedRow): TimedMetrics {
  return {
    ...metricsOf(sums),
    latency_ms: percentilesOf(sums.total),
    first_token_ms: percentilesOf(sums.firstToken),
  };
}

/** Sums as both planes show them. */
export function metricsOf(sums: SumsRow): UsageMetrics {
  const succeeded = Number(sums.succeeded);
  const faults = Number(sums.faults);
  return {
    requests: Number(sums.requests),
    succeeded,
    failed: Number(sums.failed),
    refused: Number(sums.refused),
    faults,
    success_rate: succeeded + faults === 0 ? null : succeeded / (succeeded + faults),
    tokens: tokensOf(sums),
    credits: formatCredits(sums.charged),
  };
}

/** When each step of a range starts; the first one may start before the range. */
export function startsOf(
  { from, until }: { from: Date; until: Date },
  step: 'hour' | 'day',
): Date[] {
  const size = step === 'hour' ? HOUR_MS : DAY_MS;
  const first = Math.floor(from.getTime() / size) * size;
  const count = Math.max(0, Math.ceil((until.getTime() - first) / size));
  return Array.from({ length: count }, (_none, index) => new Date(first + index * size));
}
