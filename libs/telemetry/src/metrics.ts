import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process shows. A metric stands with the library that knows it, so a process shows those of the libraries that it runs.
 */
export const registry = new Registry();

const PREFIX = 'tollgate_';
/** Sets of label values that one metric keeps. Further ones are counted together, so that a fault here cannot fill a memory. */
export const SERIES_MAX = 2_000;
const FURTHER = 'other';
const MILLISECONDS = 1_000;

/** What a metric is called and split by. Labels take templates, catalogue ids and fixed words, never what a caller wrote. */
export interface MetricNames<Labels extends readonly string[]> {
  /** Without the common prefix. */
  name: string;
  /** One sentence. */
  help: string;
  labels: Labels;
}

/** A value for each label, in their order. */
export type LabelValues<Labels extends readonly string[]> = {
  readonly [Index in keyof Labels]: string;
};

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
  names: MetricNames<Labels>,
): CounterMetric<Labels> {
  const metric = new Counter(optionsOf(names));
  const seriesOf = keptSeries(names.labels, (values) => metric.labels(...values));
  return { add: (values, amount = 1) => seriesOf(values).inc(amount) };
}

/** A histogram of this process. @param buckets upper bounds, rising */
export function histogram<const Labels extends readonly string[]>(
  names: MetricNames<Labels>,
  buckets: readonly number[] = SECONDS_BUCKETS,
): HistogramMetric<Labels> {
  const metric = new Histogram({ ...optionsOf(names), buckets: [...buckets] });
  const seriesOf = keptSeries(names.labels, (values) => metric.labels(...values));
  return {
    observe: (values, value) => seriesOf(values).observe(value),
    observeSince: (values, sinceMs) =>
      seriesOf(values).observe((performance.now() - sinceMs) / MILLISECONDS),
  };
}

/** A gauge that is set when something changes. */
export function gauge<const Labels extends readonly string[]>(
  names: MetricNames<Labels>,
): GaugeMetric<Labels> {
  const metric = new Gauge(optionsOf(names));
  const seriesOf = keptSeries(names.labels, (values) => metric.labels(...values));
  return {
    set: (values, value) => seriesOf(values).set(value),
    add: (values, difference) => seriesOf(values).inc(difference),
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
    registers: [],
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

function optionsOf<Labels extends readonly string[]>({ name, help, labels }: MetricNames<Labels>) {
  return { name: PREFIX + name, help, labelNames: [...labels], registers: [registry] };
}

/** Series by their values; looking one up costs less than the library's own way. */
function keptSeries<Series>(
  labels: readonly string[],
  make: (values: readonly string[]) => Series,
): (values: readonly string[]) => Series {
  const known = new Map<string, Series>();
  return (values) => {
    const key = values.length === 1 ? (values[0] as string) : values.join('\n');
    const found = known.get(key);
    if (found !== undefined) return found;
    const isFull = known.size >= SERIES_MAX;
    const series = make(isFull ? labels.map(() => FURTHER) : values);
    if (!isFull) known.set(key, series);
    return series;
  };
}
