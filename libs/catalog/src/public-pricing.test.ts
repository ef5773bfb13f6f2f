import { dearestOf } from './dearest.ts';
import { publicPricing, publicTiers } from './public-pricing.ts';

const PRICES = {
  input: 250_000n,
  cache_read: 1n,
  output: 2_000_000n,
  request: 3_000_000_000n,
  longContext: [{ aboveInputTokens: 200_000, prices: { input: 500_000n } }],
};

describe('public prices', () => {
  test('are dollars for one token or one piece, exact and without needless zeros', () => {
    expect(publicPricing(PRICES, 0)).toEqual({
      prompt: '0.00000025',
      input_cache_read: '0.000000000001',
      completion: '0.000002',
      request: '0.003',
    });
  });

  test('have the uplift in them, to the last digit', () => {
    expect(publicPricing({ input: 1n, output: 3n }, 1_501)).toEqual({
      prompt: '0.0000000000011501',
      completion: '0.0000000000034503',
    });
  });

  test('name prompt and completion always', () => {
    expect(publicPricing({ input: 20_000n }, 0)).toEqual({ prompt: '0.00000002', completion: '0' });
    expect(publicPricing(null, 500)).toEqual({ prompt: '0', completion: '0' });
  });

  test('of a longer prompt are a whole table', () => {
    const { longContext: _tiers, ...base } = PRICES;
    expect(publicTiers(PRICES, 10_000)).toEqual([
      {
        above_input_tokens: 200_000,
        pricing: { ...publicPricing(base, 10_000), prompt: '0.000001' },
      },
    ]);
    expect([publicTiers(base, 0), publicTiers(null, 0)]).toEqual([[], []]);
  });
});

test('the dearest is found with the uplift, the first of equals', () => {
  const plain = { prices: { input: 3n, output: 1n }, upliftBp: 0 };
  const raised = { prices: { input: 2n, output: 1n }, upliftBp: 5_000 };
  expect(dearestOf(plain, [raised])).toBe(raised);
  expect(dearestOf(plain, [{ ...plain }])).toBe(plain);
});
