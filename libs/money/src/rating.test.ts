import {
  ceilDivide,
  inputTokensOf,
  inTier,
  parsePrices,
  pricesJson,
  rate,
  receiptLines,
  tokensOf,
  UnpricedUsageError,
} from './rating.ts';

const PRICES = { input: 150_000n, output: 600_000n, request: 1_000_000n };

describe('rate', () => {
  test('adds the dimensions and rounds up once', () => {
    // 10 x 150,000 + 3 x 600,000 = 3,300,000 pico = 3,300 nano
    expect(rate({ input: 10, output: 3 }, PRICES, 0)).toBe(3_300n);
    // 1 x 1 pico would be 0.001 nano: up to 1, not up for each dimension
    expect(rate({ input: 1, output: 1 }, { input: 1n, output: 1n }, 0)).toBe(1n);
  });

  test('adds the uplift before it rounds', () => {
    // 3,300,000 pico x 1.15 = 3,795,000 pico
    expect(rate({ input: 10, output: 3 }, PRICES, 1_500)).toBe(3_795n);
    expect(rate({ input: 1 }, { input: 1_000n }, 1)).toBe(2n);
  });

  test('nothing used costs nothing', () => expect(rate({}, PRICES, 5_000)).toBe(0n));

  test('refuses usage without a price', () => {
    expect(() => rate({ cache_write: 1 }, PRICES, 0)).toThrow(UnpricedUsageError);
  });

  test('more usage never costs less', () => {
    let last = 0n;
    for (let tokens = 0; tokens < 500; tokens += 7) {
      const next = rate({ input: tokens, output: tokens * 2 }, PRICES, 333);
      expect(next).toBeGreaterThanOrEqual(last);
      last = next;
    }
  });
});

test('what is kept for an hour has a price of its own and counts as written to a cache', () => {
  const prices = { ...PRICES, cache_write: 200_000n, cache_write_1h: 300_000n };
  const usage = { input: 5, cache_write: 3, cache_write_1h: 2, output: 1 };
  expect(rate(usage, prices, 0)).toBe(5n * 150n + 3n * 200n + 2n * 300n + 600n);
  expect(tokensOf(usage)).toMatchObject({ input: 5, cache_write: 5, output: 1 });
  expect(inputTokensOf(usage)).toBe(10);
});

test('tokens of a tier have prices of their own, and count as what they are', () => {
  const usage = inTier({ input: 5, output: 1, request: 1 }, 'flex');
  expect(usage).toEqual({ flex_input: 5, flex_output: 1, request: 1 });
  expect(inTier(usage, 'priority')).toEqual(usage);
  expect(inTier({ input: 5 }, null)).toEqual({ input: 5 });
  const prices = { ...PRICES, flex_input: 75_000n, flex_output: 300_000n };
  expect(rate(usage, prices, 0)).toBe(375n + 300n + 1_000n);
  expect(tokensOf(usage)).toMatchObject({ input: 5, output: 1 });
  expect(inputTokensOf({ ...usage, priority_cache_read: 2 })).toBe(7);
});

describe('long prompts', () => {
  test('are as long as their text and audio together', () => {
    const longContext = [{ aboveInputTokens: 100, prices: { input: 2n, audio_input: 5n } }];
    const prices = { input: 1_000n, audio_input: 3_000n, output: 1_000n, longContext };
    expect(rate({ input: 50, audio_input: 50 }, prices, 0)).toBe(50n + 150n);
    expect(rate({ input: 50, audio_input: 60 }, prices, 0)).toBe(1n);
    expect(inputTokensOf({ input: 50, audio_input: 60 })).toBe(50);
  });

  const tiered = {
    ...PRICES,
    cache_read: 1_000n,
    longContext: [
      { aboveInputTokens: 100, prices: { input: 200_000n } },
      { aboveInputTokens: 200, prices: { input: 300_000n, output: 900_000n } },
    ],
  };

  test('the longest tier that the prompt is above holds for the whole call', () => {
    expect(rate({ input: 100, output: 10 }, tiered, 0)).toBe(100n * 150n + 10n * 600n);
    expect(rate({ input: 101, output: 10 }, tiered, 0)).toBe(101n * 200n + 10n * 600n);
    expect(rate({ input: 201, output: 10 }, tiered, 0)).toBe(201n * 300n + 10n * 900n);
  });

  test('what was cached counts for the length', () => {
    expect(rate({ input: 1, cache_read: 100 }, tiered, 0)).toBe(200n + 100n);
    const hour = { ...tiered, cache_write_1h: 2_000n };
    expect(rate({ input: 1, cache_write_1h: 100 }, hour, 0)).toBe(200n + 200n);
  });

  test('the lines of the receipt name the prices of the tier', () => {
    const lines = receiptLines({ input: 201, cache_read: 1, output: 1 }, tiered);
    expect(lines.map(({ price_pico }) => price_pico)).toEqual(['300000', '1000', '900000']);
  });

  test('they survive JSON', () => expect(parsePrices(pricesJson(tiered))).toEqual(tiered));
});

test('images and seconds have prices of their own', () => {
  expect(rate({ image: 2, second: 3 }, { image: 1_000_000n, second: 2_000n }, 0)).toBe(2_006n);
});

test('the lines of a receipt add up to the cost', () => {
  const usage = { input: 123, output: 45, request: 1 };
  const lines = receiptLines(usage, PRICES);
  const pico = lines.reduce(
    (sum, line) => sum + BigInt(line.quantity) * BigInt(line.price_pico),
    0n,
  );
  expect(ceilDivide(pico, 1_000n)).toBe(rate(usage, PRICES, 0));
});

test('prices survive JSON', () => expect(parsePrices(pricesJson(PRICES))).toEqual(PRICES));
