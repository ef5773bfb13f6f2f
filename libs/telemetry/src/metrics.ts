import { Counter, Gauge, Registry } from 'prom-client';
import type { Metric } from 'prom-client';

/**
 * The metrics of this process. A metric is defined in the library that knows it, so a process shows
 * those of the libraries that it runs.
 */
export const registry = new Registry();

const PREFIX = 'tollgate_';
/**
 * Sets of label values that one metric keeps. Further ones are counted together, so that a fault
 * here cannot fill a memory.
 */
export const SERIES_MAX = 2_000;
/** The value of every label of what is counted together. */
const FURTHER = 'other';
const MILLISECONDS = 1_000;

/**
 * What a metric is called and split by. Labels take templates, catalogue ids and fixed words, never
 * what a caller wrote.
 */
export interface MetricNames<Labels extends readonly string[]> {
  /** Without the common prefix. */
  name: string;
  /** One sentence. */
  help: string;
  labels: Labels;
  /** Whether the name is a convention's, which has no prefix of ours. */
  isConvention?: true;
}

/** A value for each label, in their order. */
export type LabelValues<Labels extends readonly string[]> = {
  readonly [Index in keyof Labels]: string;
};

/** A counter, and the values of its labels where these are known beforehand. */
export interface CounterNames<Labels extends readonly string[]> extends MetricNames<Labels> {
  /**
   * Every value of every label. Each combination is shown as 0 before anything was counted:
   * Prometheus sees a rise only from a value that was there before, so a series that begins with 1
   * hides the first count from every alarm.
   */
  words?: Readonly<Record<Labels[number], readonly string[]>>;
}

/** Counts upwards. */
export interface CounterMetric<Labels extends readonly string[]> {
  add(values: LabelValues<Labels>, amount?: number): void;
}

/** Counts by size. */
export interface HistogramMetric<Labels extends readonly string[]> {
  observe(values: LabelValues<Labels>, value: number): void;
  /** The seconds since a moment of `performance.now()`. */
  observeSince(values: LabelValues<Labels>, sinceMs: number): void;
}

/** A value that goes up and down. */
export interface GaugeMetric<Labels extends readonly string[]> {
  set(values: LabelValues<Labels>, value: number): void;
  add(values: LabelValues<Labels>, difference: number): void;
}

/** From a millisecond to ten minutes: what an answer may take. */
const SECONDS_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600,
] as const;

/** A counter of this process; its name ends in `_total`. */
export function counter<const Labels extends readonly string[]>(
  names: CounterNames<Labels>,
): CounterMetric<Labels> {
  const series = keptSeries(names.labels, () => ({ value: 0 }));
  if (names.words !== undefined) for (const values of combined(names)) series.of(values);
  const metric = new Counter({
    ...optionsOf(names),
    collect() {
      this.reset();
      for (const { values, kept } of series.all()) this.labels(...values).inc(kept.value);
    },
  });
  registry.registerMetric(metric);
  return { add: (values, amount = 1) => void (series.of(values).value += amount) };
}

/** A gauge that is set when something changes. */
export function gauge<const Labels extends readonly string[]>(
  names: MetricNames<Labels>,
): GaugeMetric<Labels> {
  const series = keptSeries(names.labels, () => ({ value: 0 }));
  const metric = new Gauge({
    ...optionsOf(names),
    collect() {
      this.reset();
      for (const { values, kept } of series.all()) this.labels(...values).set(kept.value);
    },
  });
  registry.registerMetric(metric);
  return {
    set: (values, value) => void (series.of(values).value = value),
    add: (values, difference) => void (series.of(values).value += difference),
  };
}

/** A histogram of this process. @param buckets upper bounds, rising */
export function histogram<const Labels extends readonly string[]>(
  names: MetricNames<Labels>,
  buckets: readonly number[] = SECONDS_BUCKETS,
): HistogramMetric<Labels> {
  // The last count is for what lies above all bounds.
  const series = keptSeries(names.labels, () => ({
    counts: Array.from({ length: buckets.length + 1 }, () => 0),
    sum: 0,
  }));
  const { name, help } = optionsOf(names);
  const get = () => {
    const values = series.all().flatMap(({ values: given, kept }) => {
      const labels = Object.fromEntries(names.labels.map((label, at) => [label, given[at] ?? '']));
      let count = 0;
      const below = kept.counts.map((each, at) => {
        count += each;
        const le = buckets[at] ?? '+Inf';
        return { labels: { le, ...labels }, value: count, metricName: `${name}_bucket` };
      });
      return [
        ...below,
        { labels, value: kept.sum, metricName: `${name}_sum` },
        { labels, value: count, metricName: `${name}_count` },
      ];
    });
    return Promise.resolve({ name, help, type: 'histogram', values, aggregator: 'sum' });
  };
  // The library's own histogram makes and checks labels for each observation; a registry asks for
  // the values only.
  registry.registerMetric({ name, get } as unknown as Metric);
  const observe = (values: LabelValues<Labels>, value: number): void => {
    const kept = series.of(values);
    const found = buckets.findIndex((bound) => value <= bound);
    const index = found === -1 ? buckets.length : found;
    kept.counts[index] = (kept.counts[index] ?? 0) + 1;
    kept.sum += value;
  };
  return {
    observe,
    observeSince: (values, sinceMs) =>
      observe(values, (performance.now() - sinceMs) / MILLISECONDS),
  };
}

/** One value of a gauge that is looked up. */
export interface Sample {
  values: readonly string[];
  value: number;
}

/** A gauge that is looked up for each scrape. */
export interface SampledGauge {
  /** Shows what `look` finds as well; it must be quick and ask nobody. Gives what ends it. */
  show(look: () => readonly Sample[]): () => void;
}

/** A gauge with any number of sources, such as the pools of a process. */
export function sampledGauge<const Labels extends readonly string[]>(
  names: MetricNames<Labels>,
): SampledGauge {
  const looks = new Set<() => readonly Sample[]>();
  const metric = new Gauge({
    ...optionsOf(names),
    collect() {
      this.reset();
      for (const look of looks) {
        for (const { values, value } of look()) this.labels(...values).set(value);
      }
    },
  });
  registry.registerMetric(metric);
  return {
    show(look) {
      looks.add(look);
      return () => void looks.delete(look);
    },
  };
}

/** Every combination of the known values, a value for each label in their order. */
function combined<Labels extends readonly string[]>({
  labels,
  words,
}: CounterNames<Labels>): string[][] {
  return labels.reduce<string[][]>(
    (begun, label: Labels[number]) =>
      begun.flatMap((values) => (words?.[label] ?? []).map((word) => [...values, word])),
    [[]],
  );
}

function optionsOf<Labels extends readonly string[]>(names: MetricNames<Labels>) {
  const { name, help, labels, isConvention } = names;
  const shown = isConvention === true ? name : PREFIX + name;
  return { name: shown, help, labelNames: [...labels], registers: [] };
}

/** The series of one metric. */
interface KeptSeries<Kept> {
  /** The series of these values; nothing is made or checked once a series is known. */
  of(values: readonly string[]): Kept;
  all(): { values: readonly string[]; kept: Kept }[];
}

function keptSeries<Kept>(labels: readonly string[], make: () => Kept): KeptSeries<Kept> {
  const known = new Map<string, { values: readonly string[]; kept: Kept }>();
  const further = { values: labels.map(() => FURTHER), kept: make() };
  let isFull = false;
  return {
    of(values) {
      const key = values.length === 1 ? (values[0] as string) : values.join('\n');
      const found = known.get(key);
      if (found !== undefined) return found.kept;
      isFull ||= known.size >= SERIES_MAX;
      if (isFull) return further.kept;
      const made = { values: [...values], kept: make() };
      known.set(key, made);
      return made.kept;
    },
    all: () => [...known.values(), ...(isFull ? [further] : [])],
  };
}

/** Words of strangers that may become values of a label. */
export interface KnownWords {
  /**
   * The word itself while its group has room for it, else `other`.
   * @param group named by us, never by a stranger
   */
  of(group: string, word: string): string;
}

/**
 * Lets strangers choose a few values of a label: the first words of each group are kept and all
 * further ones count together, so that nobody can blow up the series of a metric.
 * @param wordsMax words of one group
 */
export function createKnownWords(wordsMax: number): KnownWords {
  const groups = new Map<string, Set<string>>();
  return {
    of(group, word) {
      const words = groups.get(group) ?? new Set();
      if (words.has(word)) return word;
      if (words.size >= wordsMax || (words.size === 0 && groups.size >= SERIES_MAX)) return FURTHER;
      groups.set(group, words.add(word));
      return word;
    },
  };
}
