/**
 * Lower bounds of the bins in milliseconds, as the database has them: eight for each doubling, up
 * to an hour.
 */
export const LATENCY_BOUNDS_MS: readonly number[] = [
  ...new Set(Array.from({ length: 176 }, (_none, step) => Math.round(2 ** (step / 8)))),
];

/** A histogram is one number: how many fell into bin b are its digits 12b to 12b + 11. */
const BIN = 1_000_000_000_000n;

/** The percentiles that are shown. */
export interface Percentiles {
  p50: number;
  p90: number;
  p95: number;
  p99: number;
}

/** Percentiles of a histogram in milliseconds, five percent off at most; null for an empty one. */
export function percentilesOf(histogram: bigint): Percentiles | null {
  const counts = countsOf(histogram);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const at = (part: number): number => valueAt(counts, Math.max(1, Math.ceil(total * part)));
  return { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
}

function countsOf(histogram: bigint): number[] {
  const counts: number[] = [];
  for (let rest = histogram; rest > 0n; rest /= BIN) counts.push(Number(rest % BIN));
  return counts;
}

function valueAt(counts: readonly number[], rank: number): number {
  let seen = 0;
  const bin = counts.findIndex((count) => (seen += count) >= rank);
  return middleOf(bin);
}

/** Bin 0 is below a millisecond, the last one has no end. */
function middleOf(bin: number): number {
  const low = LATENCY_BOUNDS_MS[bin - 1] ?? 0;
  const next = LATENCY_BOUNDS_MS[bin];
  return next === undefined ? low : Math.round((low + next - 1) / 2);
}
