import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Usage } from '@tollgate/providers/adapter/adapter';
import { consumptionOf, heldConsumption, owedWithoutContent, runsOf } from './consumption.ts';
import { createDrainSlots } from './drain.ts';
import type { Drain, DrainSlots } from './drain.ts';
import type { Plan } from '../plan.ts';

const price = { id: 'x', prices: { input: 1_000_000n, output: 4_000_000n }, upliftBp: 0 };
const held = { input: 500, output: 100 };
const plan = {
  promptBound: 500,
  images: 0,
  estimate: { usage: held, amount: 900_000n },
  target: { price },
} as unknown as Plan;
const usage: Usage = { input: 10, cache_read: 5, cache_write: 0, output: 7, reasoning: 2 };
const none = { input: 0, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 };
const evidence = {
  usage: null,
  prompt: null,
  answer: null,
  delivered: { output: 30, reasoning: 0 },
  partial: false,
};

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

test('the provider’s own counts come first; those of a broken answer only where we counted no more', () => {
  const counts = { input: 10, cache_read: 5, output: 7, reasoning: 2 };
  expect(consumptionOf(plan, { ...evidence, usage })).toEqual({
    usage: counts,
    source: 'provider',
    partial: false,
  });
  const delivered = { output: 7, reasoning: 1 };
  const found = consumptionOf(plan, { ...evidence, usage, delivered, partial: true });
  expect(found).toEqual({ usage: counts, source: 'provider', partial: true });
});

describe('FC01 partial counts of a broken answer are a lower bound', () => {
  const broken = { ...evidence, partial: true };
  test.each([
    ['more output was delivered', { output: 30, reasoning: 0 }, { output: 30, reasoning: 2 }],
    ['more reasoning was delivered', { output: 1, reasoning: 5 }, { output: 7, reasoning: 5 }],
  ])('%s', (_what, delivered, made) => {
    expect(consumptionOf(plan, { ...broken, usage, delivered })).toEqual({
      usage: { input: 10, cache_read: 5, ...made },
      source: 'estimated',
      partial: true,
    });
  });

  test('reasoning that the provider counts as output is not counted twice', () => {
    const undivided = { ...usage, output: 40, reasoning: 0 };
    const delivered = { output: 10, reasoning: 25 };
    const within = consumptionOf(plan, { ...broken, usage: undivided, delivered });
    expect(within).toMatchObject({ usage: { output: 40 }, source: 'provider' });
    const beyond = consumptionOf(plan, {
      ...broken,
      usage: undivided,
      delivered: { output: 30, reasoning: 25 },
    });
    expect(beyond.usage).toEqual({ input: 10, cache_read: 5, output: 30, reasoning: 25 });
  });

  test('a report without a prompt says nothing of the prompt', () => {
    const found = consumptionOf(plan, { ...broken, usage: { ...none, output: 40 } });
    expect(found).toEqual({
      usage: { input: 500, output: 40 },
      source: 'estimated',
      partial: true,
    });
  });
});

test('the reported count of an answer is kept where the prompt was not counted', () => {
  const found = consumptionOf(plan, { ...evidence, answer: { output: 7, reasoning: 0 } });
  expect(found).toEqual({
    usage: { input: 500, output: 7 },
    source: 'estimated',
    partial: false,
  });
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

test('what we counted ourselves never comes to more than the hold', () => {
  const delivered = { output: 60, reasoning: 60 };
  const found = consumptionOf(plan, { ...evidence, delivered, partial: true });
  expect(found.usage).toEqual(held);
  expect(heldConsumption(plan)).toEqual({ usage: held, source: 'estimated', partial: true });
});

describe('a call that failed before any content', () => {
  const failed = (kind: 'indeterminate' | 'unavailable' | 'timeout'): ProviderError =>
    new ProviderError({ kind, message: 'x' });
  const sent = failed('indeterminate');
  const there = new AbortController().signal;
  const gone = AbortSignal.abort();
  const watch = (slots: DrainSlots, signal: AbortSignal, stops: boolean, ownerId = 'one'): Drain =>
    slots.watch({ gone: signal, ownerId, isStopped: () => stops });
  const full = (): DrainSlots => {
    const slots = createDrainSlots(2);
    for (const _slot of [1, 2]) watch(slots, gone, false);
    return slots;
  };
  const owed = (error: unknown, drain: Drain, { keep = false, isSeen = false } = {}): unknown => {
    try {
      return owedWithoutContent(error, { drain, keep, isSeen });
    } catch (thrown) {
      return thrown;
    } finally {
      drain.done();
    }
  };

  test('is owed when we gave it up after it was sent, and else nothing', () => {
    const slots = createDrainSlots();
    expect(owed(sent, watch(slots, gone, true), { isSeen: true })).toBe('prompt');
    expect(owed(sent, watch(slots, there, true))).toBe(sent);
    expect(owed(sent, watch(slots, gone, false))).toBe(sent);
    for (const other of [failed('unavailable'), failed('timeout'), new Error('x')]) {
      expect(owed(other, watch(slots, gone, true))).toBe(other);
      expect(owed(other, watch(full(), gone, false))).toBe(other);
    }
  });

  test('costs the hold where no slot was free, under a key as well, unless all of it was seen', () => {
    for (const keep of [false, true]) {
      expect(owed(sent, watch(full(), gone, false), { keep })).toBe('hold');
      expect(owed(sent, watch(full(), gone, false), { keep, isSeen: true })).toBe('prompt');
    }
  });

  test('slots are those of an owner: who fills them takes none from others', () => {
    const slots = full();
    const mine = watch(slots, gone, false);
    const other = watch(slots, gone, false, 'two');
    expect([mine.hungUp(), other.hungUp()]).toEqual(['no_slot', null]);
    expect(slots.active()).toBe(3);
    for (const drain of [mine, other, other]) drain.done();
    expect(slots.active()).toBe(2);
  });

  test('is told to whoever still waits when this process leaves', () => {
    const leaving = createDrainSlots();
    const before = watch(leaving, there, true);
    leaving.giveUp();
    for (const drain of [before, watch(leaving, there, true)]) {
      expect(drain.signal.aborted).toBe(true);
      expect(owed(sent, drain)).toMatchObject({ code: 'server_shutdown' });
    }
    const broken = new Error('x');
    expect(owed(broken, watch(leaving, there, true))).toBe(broken);
  });

  test('costs the prompt when this process leaves after its caller, but under a key it may be sent again', () => {
    for (const [keep, due] of [
      [false, 'prompt'],
      [true, sent],
    ] as const) {
      const leaving = createDrainSlots();
      const drain = watch(leaving, gone, false);
      leaving.giveUp();
      expect(owed(sent, drain, { keep })).toBe(due);
    }
  });
});

describe('tokens of images that a tool makes', () => {
  const runs = {
    counts: { image_generation: 2, image_input: 2_000, image_output: 1_000 },
    unbilled: [],
    found: [1, 1],
    isCeilingOfTurns: false,
    image: { most: { image_input: 1_000, image_output: 500 }, least: 200 },
  };
  const drawing = { runs, target: { family: {}, endpoint: {} } } as unknown as Plan;
  const reportOf = (image_generation: number, image_output?: number): Usage => ({
    ...none,
    image_generation,
    ...(image_output === undefined ? {} : { image_input: 60, image_output }),
  });

  test.each([
    ['are those that were reported', { usage: reportOf(2, 700) }, [2, 60, 700]],
    [
      'are the most where a report leaves images out',
      { usage: reportOf(2, 300) },
      [2, 2_000, 1_000],
    ],
    ['are the most where nothing was reported', { usage: reportOf(1) }, [1, 1_000, 500]],
    ['are the most of what began', { usage: null, ran: { image_generation: 1 } }, [1, 1_000, 500]],
    ['are none without an image', { usage: reportOf(0) }, [0, 0, 0]],
    ['are never beyond the hold', { usage: reportOf(9, 9_000) }, [2, 60, 1_000]],
    [
      'are the most of an answer that broke off',
      { usage: reportOf(1, 220), ran: { image_generation: 1 }, partial: true },
      [1, 1_000, 500],
    ],
  ])('%s', (_, more, [images, read, made]) => {
    expect(runsOf(drawing, { partial: false, ...more })).toEqual({
      image_generation: images,
      image_input: read,
      image_output: made,
    });
  });
});
