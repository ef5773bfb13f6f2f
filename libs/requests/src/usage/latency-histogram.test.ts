import { LATENCY_BOUNDS_MS, percentilesOf } from './latency-histogram.ts';

const binOf = (ms: number): number => LATENCY_BOUNDS_MS.filter((bound) => bound <= ms).length;
const histogramOf = (values: readonly number[]): bigint =>
  values.reduce((sum, ms) => sum + 10n ** BigInt(12 * binOf(ms)), 0n);

test('an empty histogram has no percentiles', () => {
  expect(percentilesOf(0n)).toBeNull();
});

test('one value is all of its percentiles, five percent off at most', () => {
  for (const ms of [0, 1, 2, 7, 8, 20, 333, 4_711, 61_234, 3_000_000]) {
    const found = percentilesOf(histogramOf([ms]));
    expect(Math.abs((found?.p50 ?? -1) - ms)).toBeLessThanOrEqual(ms * 0.05);
    expect(found?.p99).toBe(found?.p50);
  }
});

test('percentiles of many values, also of two histograms added up', () => {
  const values = Array.from({ length: 10_000 }, (_none, index) => index + 1);
  const whole = histogramOf(values);
  const halves = histogramOf(values.slice(0, 5_000)) + histogramOf(values.slice(5_000));
  expect(halves).toBe(whole);
  const found = percentilesOf(whole);
  for (const [name, exact] of [
    ['p50', 5_000],
    ['p90', 9_000],
    ['p95', 9_500],
    ['p99', 9_900],
  ] as const) {
    expect(Math.abs((found?.[name] ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.05);
  }
});

test('a call of more than an hour counts as an hour', () => {
  expect(percentilesOf(histogramOf([2_000_000_000]))?.p50).toBe(LATENCY_BOUNDS_MS.at(-1));
});
