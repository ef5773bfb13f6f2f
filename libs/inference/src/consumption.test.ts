import { UpstreamError } from '@tollgate/providers/adapter';
import type { Usage } from '@tollgate/providers/adapter';
import { consumptionOf, isHangUp } from './consumption.ts';
import type { Plan } from './plan.ts';

const plan = { inputBound: 500 } as Plan;
const usage: Usage = { input: 10, cache_read: 5, cache_write: 0, output: 7, reasoning: 2 };
const none = { input: 0, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 };
const evidence = { usage: null, prompt: null, delivered: 30, partial: false };

describe('B12 a reported zero, and nothing reported, are two things', () => {
  test('zero is charged as zero', () => {
    expect(consumptionOf(plan, { ...evidence, usage: none })).toEqual({
      usage: {},
      source: 'provider',
      partial: false,
    });
  });

  test('what was not reported is estimated', () => {
    expect(consumptionOf(plan, evidence)).toEqual({
      usage: { input: 500, output: 30 },
      source: 'estimated',
      partial: false,
    });
  });
});

test('the vendor’s own counts come first, running ones of a broken answer too', () => {
  const counts = { input: 10, cache_read: 5, output: 7, reasoning: 2 };
  for (const partial of [false, true]) {
    const found = consumptionOf(plan, { ...evidence, usage, partial });
    expect(found).toEqual({ usage: counts, source: 'provider', partial });
  }
});

test('B11 of a broken answer the prompt is exact where it was told, and the rest is counted', () => {
  const { output: _, reasoning: _also, ...prompt } = usage;
  const expected = {
    usage: { input: 10, cache_read: 5, output: 30 },
    source: 'estimated',
    partial: true,
  };
  const broken = { ...evidence, partial: true };
  expect(consumptionOf(plan, { ...broken, prompt })).toEqual(expected);
  const promptOnly = { ...usage, output: 0, reasoning: 0 };
  expect(consumptionOf(plan, { ...broken, usage: promptOnly })).toEqual(expected);
});

test('only a call that we gave up after it was sent counts as hung up', () => {
  const failed = (kind: 'indeterminate' | 'unavailable' | 'timeout'): UpstreamError =>
    new UpstreamError({ kind, message: 'x' });
  const there = new AbortController().signal;
  const gone = AbortSignal.abort();
  expect(isHangUp(failed('indeterminate'), gone)).toBe(true);
  expect(isHangUp(failed('indeterminate'), there)).toBe(false);
  expect(isHangUp(failed('unavailable'), gone)).toBe(false);
  expect(isHangUp(failed('timeout'), gone)).toBe(false);
  expect(isHangUp(new Error('x'), gone)).toBe(false);
});
