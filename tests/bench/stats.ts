/** The value below which the given part (0 to 1) of the values lies; NaN of nothing. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const position = Math.min(Math.floor(sorted.length * part), sorted.length - 1);
  return sorted[position] ?? Number.NaN;
}

/** The middle value, the mean of the middle two of an even number; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return (low + high) / 2;
}

/** One number of each round. */
export type Series = number[];

/** What was measured of one target, by the name of the measure. */
export type Measures = Record<string, Series>;

/** A ratio of two series, taken round by round, since a round is what both had in common. */
export interface Ratio {
  median: number;
  low: number;
  high: number;
}

/** Divides two series round by round; null when a round is missing or not a number. */
export function ratioOf(values: Series | undefined, against: Series | undefined): Ratio | null {
  if (!values || !against) return null;
  const ratios = values.map((value, round) => value / (against[round] ?? Number.NaN));
  if (ratios.length === 0 || !ratios.every(Number.isFinite)) return null;
  return { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
}
