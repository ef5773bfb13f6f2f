import { assertWithinMaxCredits, estimateCost, readMaxCredits } from './estimate.ts';
import { rate } from '@tollgate/money/rating';
import type { Prices, UsageCounts } from '@tollgate/money/rating';

const PRICES = {
  input: 100n,
  cache_read: 10n,
  cache_write: 125n,
  cache_write_1h: 200n,
  output: 400n,
  reasoning: 500n,
};

test('the estimate takes the dearest kind of each side, so that no usage within the bounds costs more', () => {
  const estimate = estimateCost(
    { input: 1_000, output: 100, images: 0 },
    { prices: PRICES, upliftBp: 250 },
  );
  for (let round = 0; round < 500; round += 1) {
    const split = (total: number): [number, number] => {
      const first = Math.floor(Math.random() * (total + 1));
      return [first, total - first];
    };
    const [input, rest] = split(1_000);
    const [cache_read, written] = split(rest);
    const [cache_write, cache_write_1h] = split(written);
    const [output, reasoning] = split(100);
    const usage: UsageCounts = {
      input,
      cache_read,
      cache_write,
      cache_write_1h,
      output,
      reasoning,
    };
    expect(rate(usage, PRICES, 250)).toBeLessThanOrEqual(estimate?.amount ?? 0n);
  }
});

const UP: Prices = {
  ...PRICES,
  image: 9_000n,
  longContext: [
    { aboveInputTokens: 300, prices: { input: 200n, cache_write: 1n } },
    { aboveInputTokens: 700, prices: { input: 300n, output: 900n } },
  ],
};
const DOWN: Prices = {
  ...PRICES,
  longContext: [{ aboveInputTokens: 10, prices: { input: 1n, output: 1n, reasoning: 1n } }],
};

test.each([
  ['dearer with the length', UP],
  ['cheaper with the length', DOWN],
])('no usage within the bounds costs more where prices get %s', (_name, prices) => {
  for (let round = 0; round < 2_000; round += 1) {
    const upTo = (most: number): number => Math.floor(Math.random() * (most + 1));
    const bound = { input: upTo(1_000), output: upTo(100), images: upTo(3) };
    const estimate = estimateCost(bound, { prices, upliftBp: 333 });
    const input = upTo(bound.input);
    const cache_read = upTo(bound.input - input);
    const written = upTo(bound.input - input - cache_read);
    const cache_write_1h = upTo(written);
    const cache_write = written - cache_write_1h;
    const output = upTo(bound.output);
    const reasoning = upTo(bound.output - output);
    const images = prices.image === undefined ? {} : { image: bound.images };
    const prompt = { input, cache_read, cache_write, cache_write_1h };
    const usage = { ...prompt, output, reasoning, ...images };
    const cost = rate(usage, prices, 333);
    if (cost > (estimate?.amount ?? 0n)) throw new Error(JSON.stringify({ bound, usage }));
  }
});

test('a call in a tier is held at the prices that it may be charged at', () => {
  const prices = {
    input: 10n,
    output: 40n,
    flex_input: 5n,
    flex_output: 20n,
    priority_input: 20n,
    priority_output: 80n,
  };
  const bound = { input: 1_000, output: 100, images: 0 };
  const amountOf = (tier?: 'flex' | 'priority', more: Prices = {}) =>
    estimateCost(
      { ...bound, ...(tier === undefined ? {} : { tier }) },
      { prices: { ...prices, ...more }, upliftBp: 0 },
    )?.amount;
  expect([amountOf('flex'), amountOf(), amountOf('priority')]).toEqual([7n, 14n, 28n]);
  // Under load a call in priority is answered, and charged, in the standard tier.
  expect(amountOf('priority', { priority_input: 1n, priority_output: 1n })).toBe(14n);
});

test('an image counts where it has a price', () => {
  const prices = { input: 1_000n, output: 0n, image: 5_000n };
  const bound = { input: 2, output: 0, images: 3 };
  expect(estimateCost(bound, { prices, upliftBp: 0 })).toEqual({
    amount: 17n,
    usage: { input: 2, image: 3 },
  });
  expect(estimateCost(bound, { prices: PRICES, upliftBp: 0 })?.usage).not.toHaveProperty('image');
});

test('a fee for each request is part of it', () => {
  const prices = { input: 0n, output: 0n, request: 5_000n };
  expect(estimateCost({ input: 1, output: 0, images: 0 }, { prices, upliftBp: 0 })).toEqual({
    amount: 5n,
    usage: { input: 1, request: 1 },
  });
});

describe('X-Svc-Max-Credits', () => {
  test.each([
    '0',
    '-1',
    '+1',
    '1e3',
    '0x10',
    ' 5',
    '5,0',
    '٥',
    '0.0000000001',
    'NaN',
    '.',
    '1.',
    '.0000000009',
    '0'.repeat(40),
    '',
  ])('C27 refuses %j', (value) => expect(() => readMaxCredits(value)).toThrow('positive decimal'));

  test('takes decimals and cuts what is smaller than a nano-credit', () => {
    expect(readMaxCredits(undefined)).toBeNull();
    expect(readMaxCredits('0.25')).toBe(250_000_000n);
    expect(readMaxCredits('0.0000000019')).toBe(1n);
    expect(readMaxCredits('.5')).toBe(500_000_000n);
    expect(readMaxCredits(`0.${'1'.repeat(40)}`)).toBe(111_111_111n);
    expect(readMaxCredits(`${'0'.repeat(39)}1`)).toBe(1_000_000_000n);
    expect(readMaxCredits('1'.repeat(40))).toBe(9_223_372_036_854_775_807n);
  });

  test('C28 the estimate may be equal, not above', () => {
    expect(() => assertWithinMaxCredits({ amount: 5n, usage: {} }, 5n)).not.toThrow();
    expect(() => assertWithinMaxCredits({ amount: 6n, usage: {} }, 5n)).toThrow(
      'X-Svc-Max-Credits',
    );
    expect(() => assertWithinMaxCredits({ amount: 6n, usage: {} }, null)).not.toThrow();
  });
});
