import { priceChanges } from './price-changes.ts';

const change = (dimension: string, above: number, before: string | null, after: string | null) => ({
  dimension,
  above_input_tokens: above,
  before,
  after,
});

describe('the changes of a price version', () => {
  test('are all of its prices where no version was before', () => {
    expect(priceChanges(null, { input: '250000', request: '1000000000' })).toEqual([
      change('input', 0, null, '0.25'),
      change('request', 0, null, '0.001'),
    ]);
  });

  test('name what is new, other or gone, and nothing that stayed', () => {
    const before = { input: '250000', output: '2000000', request: '1' };
    const after = { input: '250001', output: '2000000', image: '5000000000' };
    expect(priceChanges(before, after)).toEqual([
      change('input', 0, '0.25', '0.250001'),
      change('request', 0, '0.000000000001', null),
      change('image', 0, null, '0.005'),
    ]);
  });

  test('compare prices of long prompts with those of the same length', () => {
    const tier = (above: number, input: string) => ({
      above_input_tokens: above,
      prices: { input },
    });
    const base = { input: '1000000' };
    expect(
      priceChanges(
        { ...base, long_context: [tier(1_000, '2000000'), tier(5_000, '3000000')] },
        { ...base, long_context: [tier(1_000, '2000000'), tier(9_000, '3000000')] },
      ),
    ).toEqual([change('input', 5_000, '3', null), change('input', 9_000, null, '3')]);
  });

  test('are none between two versions with the same prices', () => {
    expect(priceChanges({ input: '0' }, { input: '0' })).toEqual([]);
  });
});
