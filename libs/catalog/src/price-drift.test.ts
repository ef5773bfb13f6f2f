import { priceDrift } from './price-drift.ts';

const LISTED = {
  prices: { input: '2.5', output: '10' },
  long_context: [{ above_input_tokens: 200_000, prices: { input: '5' } }],
};
const ours = (input: string, output = '10000000') => ({ input, output });

describe('the drift of prices', () => {
  test('is none where both agree, for short prompts and for long ones', () => {
    const tier = { above_input_tokens: 200_000, prices: { input: '5000000' } };
    expect(priceDrift({ ...ours('2500000'), long_context: [tier] }, LISTED)).toEqual({
      below: [],
      above: [],
    });
  });

  test('says what costs more in the list, and what costs less', () => {
    const { below, above } = priceDrift(ours('2000000', '11000000'), {
      ...LISTED,
      long_context: [],
    });
    expect(below).toEqual([{ dimension: 'input', aboveInputTokens: 0, ours: '2', listed: '2.5' }]);
    expect(above).toEqual([{ dimension: 'output', aboveInputTokens: 0, ours: '11', listed: '10' }]);
  });

  test('finds a price of long prompts that we do not have', () => {
    expect(priceDrift(ours('2500000'), LISTED).below).toEqual([
      { dimension: 'input', aboveInputTokens: 200_000, ours: '2.5', listed: '5' },
    ]);
  });

  test('compares nothing that only one of both has, and no model that is free', () => {
    expect(priceDrift({ input: '2500000', request: '1' }, { ...LISTED, long_context: [] })).toEqual(
      { below: [], above: [] },
    );
    expect(priceDrift(ours('0', '0'), LISTED).below).toEqual([]);
  });
});
