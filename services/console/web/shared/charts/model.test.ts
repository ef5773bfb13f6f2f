import type { UsageStep } from '@tollgate/contract/usage-report';
import { changeOf } from './change.ts';
import {
  clipped,
  isNamed,
  requestsChart,
  seriesAt,
  spendByChart,
  spendChart,
  stacked,
  stepAt,
  stepOf,
  stepsWithin,
  ticksFor,
  timesOf,
  timingChart,
  tokensChart,
} from './model.ts';

const step = (at: string, given: Partial<UsageStep> = {}): UsageStep => ({
  at,
  requests: 10,
  succeeded: 6,
  failed: 2,
  refused: 1,
  faults: 1,
  success_rate: 0.8,
  tokens: { input: 100, cache_read: 30, cache_write: 10, output: 50, reasoning: 20, total: 150 },
  credits: '1.500000000',
  latency_ms: { p50: 100, p90: 200, p95: 300, p99: 1_200 },
  first_token_ms: null,
  ...given,
});
const DAYS = [step('2026-11-01T00:00:00Z'), step('2026-11-02T00:00:00Z', { requests: 9 })];
const GIVEN = { steps: DAYS, until: '2026-11-03T00:00:00.000Z', before: null };

test('requests are stacked by how they ended, and the stack is all of them', () => {
  const model = requestsChart(GIVEN);
  expect(model.series.map(({ name, values }) => [name, values])).toEqual([
    ['Succeeded', [6, 6]],
    ['Ended otherwise', [1, 0]],
    ['Rejected', [1, 1]],
    ['Failed', [2, 2]],
  ]);
  expect(stacked(model.series).at(-1)).toEqual([10, 9]);
  expect(model.totals).toEqual(['10', '9']);
});

test('kinds of tokens do not overlap and add up to all tokens', () => {
  const model = tokensChart(GIVEN);
  expect(model.series.map(({ values }) => values[0])).toEqual([60, 30, 10, 30, 20]);
  expect(stacked(model.series).at(-1)).toEqual([150, 150]);
  const bare = step('2026-11-01T00:00:00Z', {
    tokens: { input: 5, cache_read: 0, cache_write: 0, output: 2, reasoning: 0, total: 7 },
  });
  const { series } = tokensChart({ ...GIVEN, steps: [bare] });
  expect(series.map(({ name }) => name)).toEqual(['Input, not cached', 'Output, no reasoning']);
});

test('spending by groups has exact amounts, and steps that a group lacks are nothing', () => {
  const groups = [
    { id: 'a/b', name: 'a/b', series: [{ at: DAYS[1]?.at ?? '', credits: '0.000000001' }] },
    { id: null, name: 'All others', series: DAYS },
  ];
  const model = spendByChart(groups, GIVEN);
  expect(model.series.map(({ ink, texts }) => [ink, texts])).toEqual([
    ['1', ['0', '0.000000001']],
    ['rest', ['1.50', '1.50']],
  ]);
  const twice = [groups[0], { ...groups[0], id: 'key_123456789' }].map((one) => ({
    id: one?.id ?? null,
    name: 'app',
    series: [],
  }));
  const names = spendByChart(twice, GIVEN).series.map(({ name }) => name);
  expect(names).toEqual(['app (…a/b)', 'app (…456789)']);
});

test('the period before is compared step by step, also where it has fewer', () => {
  const before = [step('2026-10-30T00:00:00Z', { requests: 4, credits: '2.000000000' })];
  const given = { ...GIVEN, before };
  expect(requestsChart(given).before).toEqual({ values: [4, null], texts: ['4', '—'] });
  expect(spendChart(given).before?.values).toEqual([2, null]);
});

test('a percentile without answers is a gap', () => {
  const gap = step('2026-11-02T00:00:00Z', { latency_ms: null });
  const { series } = timingChart('latency_ms', { ...GIVEN, steps: [step('2026-11-01'), gap] });
  expect(series.map(({ name, texts }) => [name, texts])).toEqual([
    ['p50', ['100 ms', '—']],
    ['p95', ['300 ms', '—']],
    ['p99', ['1,200 ms', '—']],
  ]);
});

describe('a selection', () => {
  const times = timesOf(requestsChart(GIVEN));
  const [first = 0, second = 0] = times.starts;

  test('is widened to the whole steps that it touches', () => {
    expect(stepsWithin(times, { from: first + 10, until: first + 20 })).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      until: '2026-11-02T00:00:00.000Z',
    });
    expect(stepsWithin(times, { from: second - 1, until: second + 1 })).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      until: '2026-11-03T00:00:00.000Z',
    });
    expect(stepsWithin(times, { from: second + 10 ** 7, until: second + 10 ** 8 })).toBeNull();
  });

  test('reaches a day that has just begun, which is drawn as wide as the others', () => {
    const until = '2026-11-02T01:00:00.000Z';
    const young = timesOf(requestsChart({ ...GIVEN, until }));
    expect(young.drawn).toEqual(times.ends);
    expect(stepAt(young, 1).until).toBe(until);
    expect(stepsWithin(young, { from: second + 7_200, until: second + 7_300 })).toEqual({
      from: '2026-11-02T00:00:00.000Z',
      until,
    });
  });

  test('begins with its report, and is shown by the hour where it is short', () => {
    const range = stepAt(times, 0);
    expect(clipped(range, { from: '2026-11-01T05:00:00Z' }).from).toBe('2026-11-01T05:00:00Z');
    expect(clipped(range, { from: '2026-10-01T05:00:00Z' })).toEqual(range);
    expect(stepOf(range)).toBe('hour');
    expect(stepOf({ from: '2026-11-01T00:00:00Z', until: '2026-11-05T00:00:00Z' })).toBe('day');
  });
});

test('the series under the pointer is found by its height', () => {
  const { series } = requestsChart(GIVEN);
  const at = (height: number) => seriesAt(series, { index: 0, height })?.name;
  expect([at(0), at(6), at(6.5), at(7.5), at(9.9), at(11)]).toEqual([
    'Succeeded',
    'Succeeded',
    'Ended otherwise',
    'Rejected',
    'Failed',
    undefined,
  ]);
});

test.each([
  [0, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [100, true, [0, 50, 100]],
  [101, true, [0, 50, 100, 150]],
  [0.3, false, [0, 0.1, 0.2, 0.3]],
])('the axis to %d ends with a label that nothing is above', (most, isWhole, ticks) => {
  const found = ticksFor(most, isWhole);
  expect(found.map((tick) => Number(tick.toFixed(6)))).toEqual(ticks);
  expect(found.at(-1)).toBeGreaterThanOrEqual(most - 1e-9);
});

test('a figure is compared with the one before it', () => {
  expect(changeOf(15, 10)).toEqual({ direction: 'more', share: 0.5 });
  expect(changeOf(5, 10)).toEqual({ direction: 'less', share: 0.5 });
  expect(changeOf(5, 0)).toEqual({ direction: 'more', share: null });
  expect(changeOf(0, 0)).toEqual({ direction: 'same', share: null });
  expect(changeOf(null, 3)).toBeNull();
});

test('requests cannot be narrowed to what has no name', () => {
  expect(['a/b', '(unknown)', '(other)'].map(isNamed)).toEqual([true, false, false]);
});
