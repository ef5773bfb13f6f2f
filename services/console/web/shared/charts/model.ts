import type { UsageStep } from '@tollgate/contract/usage-report';
import { LOCALE } from '../locale.ts';
import { formatCredits, toNano } from '../money.ts';
import { charts as labels } from '../texts/charts.ts';
import { count, duration } from '../times.ts';

const NANO = 1e9;
const SECOND_MS = 1_000;

/** The inks of charts; each has a variable of the theme. */
export const INKS = ['1', '2', '3', '4', '5', '6', 'rest', 'bad', 'warn'] as const;
/** One of {@link INKS}. */
export type Ink = (typeof INKS)[number];

/** One row of the legend, and its value in each step. */
export interface ChartSeries {
  /** What a click on the series narrows to; null: nothing beside the time. */
  id: string | null;
  name: string;
  ink: Ink;
  /** Null where there is nothing to measure. */
  values: readonly (number | null)[];
  /** The values as they are written. */
  texts: readonly string[];
}

/** What a chart shows. */
export interface ChartModel {
  title: string;
  /** Bars are stacked: the first series is at the bottom. */
  kind: 'bars' | 'lines';
  /** When each step starts, in ISO 8601. */
  starts: readonly string[];
  /** When the last step ends. */
  until: string;
  series: readonly ChartSeries[];
  /** The sums of the period before, step by step. */
  before: Pick<ChartSeries, 'values' | 'texts'> | null;
  /** The sum of all series in each step, as it is written; absent where sums mean nothing. */
  totals: readonly string[] | null;
  /** Writes a height at the axis. */
  axis: (height: number) => string;
  /** Whether heights are whole numbers. */
  isWhole: boolean;
}

/** A part of the time, in ISO 8601. */
export interface TimeRange {
  from: string;
  until: string;
}

/** Where the time of each step lies, in seconds. */
export interface StepTimes {
  starts: readonly number[];
  ends: readonly number[];
  /** Where steps end as they are drawn: one that still goes on is as wide as the others. */
  drawn: readonly number[];
  middles: readonly number[];
}

/** Where steps start, end and have their middles. */
export function timesOf({ starts: at, until }: Pick<ChartModel, 'starts' | 'until'>): StepTimes {
  const starts = at.map(secondsOf);
  const last = secondsOf(until);
  const ends = starts.map((_start, index) => starts[index + 1] ?? last);
  const drawn = ends.map((end, index) => starts[index + 1] ?? Math.max(end, fullEnd(starts)));
  const middles = starts.map((start, index) => (start + (drawn[index] ?? start)) / 2);
  return { starts, ends, drawn, middles };
}

/** Where the last step ends, if it is as long as the one before. */
function fullEnd(starts: readonly number[]): number {
  const [before, last] = starts.slice(-2);
  return before === undefined || last === undefined ? 0 : last + (last - before);
}

const secondsOf = (iso: string): number => new Date(iso).getTime() / SECOND_MS;
const isoAt = (seconds: number): string => new Date(seconds * SECOND_MS).toISOString();

/** The time of one step. @param index at which it stands */
export function stepAt(times: StepTimes, index: number): TimeRange {
  return { from: isoAt(times.starts[index] ?? 0), until: isoAt(times.ends[index] ?? 0) };
}

/** All steps that a selection touches; null where it touches none. */
export function stepsWithin(
  times: StepTimes,
  selection: { from: number; until: number },
): TimeRange | null {
  const touched = times.starts.flatMap((start, index) =>
    start < selection.until && (times.drawn[index] ?? start) > selection.from ? [index] : [],
  );
  const [first, last] = [touched.at(0), touched.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { from: stepAt(times, first).from, until: stepAt(times, last).until };
}

/** The part of a step that lies in a report: its first step may begin before it. */
export const clipped = (range: TimeRange, { from }: { from: string }): TimeRange =>
  secondsOf(range.from) < secondsOf(from) ? { ...range, from } : range;

const HOURLY_MAX_S = 3 * 86_400;

/** Days of a short range say less than its hours. */
export const stepOf = ({ from, until }: TimeRange): 'day' | 'hour' =>
  secondsOf(until) - secondsOf(from) <= HOURLY_MAX_S ? 'hour' : 'day';

/** The heights of stacked series: each has those below it in it. */
export function stacked(series: readonly ChartSeries[]): number[][] {
  let below: number[] = [];
  return series.map(({ values }) => {
    below = values.map((value, index) => (value ?? 0) + (below[index] ?? 0));
    return below;
  });
}

/** Which series of a stack has a height in one step; null above all. */
export function seriesAt(
  series: readonly ChartSeries[],
  given: { index: number; height: number },
): ChartSeries | null {
  const tops = stacked(series).map((heights) => heights[given.index] ?? 0);
  return series[tops.findIndex((top) => given.height >= 0 && given.height <= top)] ?? null;
}

/** How many labels an axis of heights has at most, beside its zero. */
const TICKS_MAX = 4;
const ROUND = [1, 2, 5, 10];

/** Round heights for an axis, from zero to one that nothing is above. */
export function ticksFor(most: number, isWhole: boolean): number[] {
  const raw = (most > 0 ? most : 1) / TICKS_MAX;
  const power = 10 ** Math.floor(Math.log10(raw));
  const round = power * (ROUND.find((one) => one * power >= raw) ?? 1);
  const step = isWhole ? Math.max(1, round) : round;
  const ticks = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: ticks + 1 }, (_tick, index) => index * step);
}

const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumSignificantDigits: 3 });
const digits = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });
const shortNumber = (height: number): string =>
  Math.abs(height) >= NANO / 1e6 ? compact.format(height) : digits.format(height);

/** Groups with such a name are several, or calls that named no model. */
const NO_NAME = /^\((?:unknown|other)\)$/u;

/** Whether requests can be narrowed to a group of this name. */
export const isNamed = (group: string): boolean => !NO_NAME.test(group);

/** How steps of a report are shown. */
export interface Steps {
  steps: readonly UsageStep[];
  until: string;
  /** Those of the period before, if they are compared. */
  before: readonly UsageStep[] | null;
}

type Reads = (step: UsageStep) => number;

const seriesOf = (
  { steps }: Steps,
  [name, ink, read]: readonly [string, Ink, Reads],
  id: string | null = null,
): ChartSeries => {
  const values = steps.map(read);
  return { id, name, ink, values, texts: values.map(count) };
};

const startsOf = ({ steps, until }: Steps) => ({ starts: steps.map(({ at }) => at), until });

function beforeOf(
  { steps, before }: Steps,
  read: (step: UsageStep) => number | null,
  write: (step: UsageStep) => string,
): ChartModel['before'] {
  if (before === null) return null;
  const known = steps.map((_step, index) => before[index]);
  return {
    values: known.map((step) => (step === undefined ? null : read(step))),
    texts: known.map((step) => (step === undefined ? '—' : write(step))),
  };
}

const hasAny = ({ values }: ChartSeries): boolean => values.some((value) => (value ?? 0) > 0);

/** Requests by how they ended. */
export function requestsChart(given: Steps): ChartModel {
  const rest: Reads = (step) => step.requests - step.succeeded - step.failed - step.refused;
  const series = [
    seriesOf(given, [labels.succeeded, '1', (step) => step.succeeded]),
    seriesOf(given, [labels.other, 'rest', (step) => Math.max(0, rest(step))]),
    seriesOf(given, [labels.refused, 'warn', (step) => step.refused], 'refused'),
    seriesOf(given, [labels.failed, 'bad', (step) => step.failed]),
  ];
  return {
    title: labels.requests,
    kind: 'bars',
    ...startsOf(given),
    series: series.filter((one) => one.ink !== 'rest' || hasAny(one)),
    before: beforeOf(
      given,
      ({ requests }) => requests,
      ({ requests }) => count(requests),
    ),
    totals: given.steps.map(({ requests }) => count(requests)),
    axis: shortNumber,
    isWhole: true,
  };
}

/** Tokens by kind; kinds do not overlap, so that bars add up to all tokens. */
export function tokensChart(given: Steps): ChartModel {
  const kinds: readonly (readonly [string, Ink, Reads])[] = [
    [labels.input, '2', ({ tokens: t }) => Math.max(0, t.input - t.cache_read - t.cache_write)],
    [labels.cacheRead, '6', ({ tokens }) => tokens.cache_read],
    [labels.cacheWrite, '3', ({ tokens }) => tokens.cache_write],
    [labels.output, '1', ({ tokens }) => Math.max(0, tokens.output - tokens.reasoning)],
    [labels.reasoning, '4', ({ tokens }) => tokens.reasoning],
  ];
  const series = kinds.map((kind) => seriesOf(given, kind));
  return {
    title: labels.tokens,
    kind: 'bars',
    ...startsOf(given),
    series: series.filter((one, index) => index % 3 === 0 || hasAny(one)),
    before: beforeOf(
      given,
      ({ tokens }) => tokens.total,
      ({ tokens }) => count(tokens.total),
    ),
    totals: given.steps.map(({ tokens }) => count(tokens.total)),
    axis: shortNumber,
    isWhole: true,
  };
}

const heightOf = (credits: string): number => Number(toNano(credits)) / NANO;

/** All that was spent. */
export function spendChart(given: Steps): ChartModel {
  const texts = given.steps.map(({ credits }) => formatCredits(credits));
  const values = given.steps.map(({ credits }) => heightOf(credits));
  return {
    title: labels.spend,
    kind: 'bars',
    ...startsOf(given),
    series: [{ id: null, name: labels.spent, ink: '1', values, texts }],
    before: spendBefore(given),
    totals: null,
    axis: shortNumber,
    isWhole: false,
  };
}

const spendBefore = (given: Steps): ChartModel['before'] =>
  beforeOf(
    given,
    ({ credits }) => heightOf(credits),
    ({ credits }) => formatCredits(credits),
  );

/** A group of a series as either route gives it. */
export interface SpendGroup {
  /** Null: all others together. */
  id: string | null;
  name: string;
  series: readonly { at: string; credits: string }[];
}

/** What was spent by each group. @param given the steps of everything together */
export function spendByChart(groups: readonly SpendGroup[], given: Steps): ChartModel {
  return {
    ...spendChart(given),
    series: groups.map(({ id, series }, index) => ({
      id,
      name: nameApart(groups, index),
      ink: id === null ? 'rest' : (INKS[index % 6] ?? '1'),
      values: atSteps(given, series).map(heightOf),
      texts: atSteps(given, series).map((credits) => formatCredits(credits)),
    })),
    totals: given.steps.map(({ credits }) => formatCredits(credits)),
  };
}

const SHORT_ID = 6;

/** Names may be given twice; the end of the id keeps them apart. */
function nameApart(groups: readonly SpendGroup[], index: number): string {
  const { id = null, name = '' } = groups[index] ?? {};
  const isTwice = groups.some((other, at) => at !== index && other.name === name);
  return isTwice && id !== null ? `${name} (…${id.slice(-SHORT_ID)})` : name;
}

/** The groups may have been read a step later than the report. */
function atSteps({ steps }: Steps, series: SpendGroup['series']): string[] {
  const known = new Map(series.map(({ at, credits }) => [at, credits]));
  return steps.map(({ at }) => known.get(at) ?? '0');
}

const PARTS = [
  ['p50', '1'],
  ['p95', '3'],
  ['p99', '5'],
] as const;

/** Percentiles over time; a step without answers has none. */
export function timingChart(field: 'latency_ms' | 'first_token_ms', given: Steps): ChartModel {
  return {
    title: field === 'latency_ms' ? labels.latency : labels.firstToken,
    kind: 'lines',
    ...startsOf(given),
    series: PARTS.map(([part, ink]) => {
      const values = given.steps.map((step) => step[field]?.[part] ?? null);
      const name = labels.percentiles[part];
      return { id: null, name, ink, values, texts: values.map(duration) };
    }),
    before: null,
    totals: null,
    axis: duration,
    isWhole: true,
  };
}
