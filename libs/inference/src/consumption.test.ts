import { scaleTimers } from '@tollgate/runtime/timers';
import { UpstreamError } from '@tollgate/providers/adapter';
import type { Usage } from '@tollgate/providers/adapter';
import { assertHangUp, consumptionOf } from './consumption.ts';
import { createDrainSlots } from './drain.ts';
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

describe('a call counts as hung up', () => {
  const failed = (kind: 'indeterminate' | 'unavailable' | 'timeout'): UpstreamError =>
    new UpstreamError({ kind, message: 'x' });
  const slots = () => createDrainSlots(scaleTimers(1));
  const told = (
    error: unknown,
    drain: ReturnType<ReturnType<typeof slots>['watch']>,
    keep = false,
  ) => {
    try {
      assertHangUp(error, drain, keep);
      return 'hung up';
    } catch (thrown) {
      return thrown;
    } finally {
      drain.done();
    }
  };
  const there = new AbortController().signal;
  const gone = AbortSignal.abort();

  test('only when we gave it up after it was sent', () => {
    const sent = failed('indeterminate');
    expect(told(sent, slots().watch(gone, 'abort'))).toBe('hung up');
    expect(told(sent, slots().watch(there, 'abort'))).toBe(sent);
    expect(told(sent, slots().watch(gone, 'drain'))).toBe(sent);
    expect(told(sent, slots().watch(gone, 'abort'), true)).toBe(sent);
    for (const other of [failed('unavailable'), failed('timeout'), new Error('x')]) {
      expect(told(other, slots().watch(gone, 'abort'))).toBe(other);
    }
  });

  test('and not while its caller waits for a process that leaves', () => {
    const leaving = slots();
    const before = leaving.watch(there);
    leaving.giveUp();
    for (const drain of [before, leaving.watch(there)]) {
      expect(drain.signal.aborted).toBe(true);
      expect(told(failed('indeterminate'), drain)).toMatchObject({ code: 'server_shutdown' });
    }
    expect(told(failed('indeterminate'), leaving.watch(gone))).toBe('hung up');
    const broken = new Error('x');
    expect(told(broken, leaving.watch(there))).toBe(broken);
  });
});
