import { suggestPrices } from './bundled-prices.ts';
import { InputError } from './input-error.ts';
import { rate } from '@tollgate/money/rating';
import {
  formatLongContext,
  formatPriceList,
  formatUserPrices,
  parsePriceList,
  readPriceTable,
} from './prices.ts';

const PRICED = ['input', 'output', 'cache_read', 'request', 'image'];

describe('the list of prices that comes along', () => {
  const suggested = (provider: string, model: string): string | undefined => {
    const asked = { dimensions: ['input'], priced: PRICED, at: new Date(), baseUrl: null };
    return suggestPrices({ ...asked, provider, model })?.prices.input;
  };

  // Reads from its cache cost half of what they cost for Sonnet 5.
  test.each([
    ['anthropic', 'claude-sonnet-5-5'],
    ['aws', 'us.anthropic.claude-sonnet-5-5'],
    ['openai', 'gpt-audio-1.5'],
  ])('of %s gives %s no prices of the version before', (provider, model) => {
    expect(suggested(provider, model)).toBeUndefined();
  });

  test.each([
    ['anthropic', 'claude-sonnet-4-5-20250929', '3'],
    ['anthropic', 'claude-opus-5-5', '4'],
    ['aws', 'us.anthropic.claude-sonnet-4-6', '3.3'],
    ['aws', 'amazon.nova-lite-v1:0', '0.06'],
    ['openai', 'gpt-4o-2024-08-06', '2.5'],
    ['openai', 'gpt-6-sol', '2'],
  ])('of %s has %s at %s credits a million', (provider, model, price) => {
    expect(suggested(provider, model)).toBe(price);
  });
});

describe('price lists', () => {
  test('are exact: a millionth credit per million tokens is one pico-credit a token', () => {
    const list = { input: '0.000001', output: '1000000', request: '0.000000000001' };
    expect(parsePriceList(list, ['input'], false)).toEqual({
      prices: { input: 1n, output: 1_000_000_000_000n, request: 1n },
    });
  });

  test('come back as they were written, without needless zeros', () => {
    const list = { input: '0.25', cache_read: '0.025', output: '2', request: '0.01' };
    const parsed = parsePriceList(list, [], false);
    if ('faults' in parsed) throw new Error('refused');
    expect(formatPriceList(parsed.prices)).toEqual(list);
  });

  test('a million tokens cost what the list says', () => {
    const parsed = parsePriceList({ input: '0.333333' }, ['input'], false);
    if ('faults' in parsed) throw new Error('refused');
    expect(rate({ input: 1_000_000 }, parsed.prices, 0)).toBe(333_333_000n);
    expect(rate({ input: 1 }, parsed.prices, 0)).toBe(334n);
  });

  test('zero needs leave, and every dimension of the contract needs a price', () => {
    expect(parsePriceList({ input: '0' }, ['input'], true)).toEqual({ prices: { input: 0n } });
    const refused = parsePriceList({ input: '0' }, ['input', 'output'], false);
    expect(refused).toMatchObject({ faults: [{ dimension: 'input' }, { dimension: 'output' }] });
  });

  test.each(['-1', 'NaN', 'free', '1e30', '1e0', '+1', '01', '.1', '1.', '1_000', '٥', ' 1', ''])(
    'Q01: %j is no price',
    (input) => {
      expect(parsePriceList({ input }, ['input'], true)).toHaveProperty('faults');
    },
  );

  test.each([
    ['input', '0.0000001'],
    ['input', '1000000.000001'],
    ['request', '0.0000000000001'],
    ['request', '1000.000000000001'],
  ])('Q01: %s at %s is finer or dearer than can be', (dimension, text) => {
    expect(parsePriceList({ [dimension]: text }, [], true)).toHaveProperty('faults');
  });

  test('tiers are read and come back by the same rules', () => {
    const long_context = [
      { above_input_tokens: 128_000, prices: { input: '0.5' } },
      { above_input_tokens: 200_000, prices: { input: '1', output: '4.000001' } },
    ];
    const table = { prices: { input: '0.25', output: '2', image: '0.000000000001' }, long_context };
    const prices = readPriceTable(table, { needed: ['input', 'output'], priced: PRICED }, false);
    expect(prices.image).toBe(1n);
    expect(formatLongContext(prices, 0)).toEqual(long_context);
    expect(rate({ input: 200_001 }, prices, 0)).toBe(200_001_000n);
  });

  test.each([
    ['a dimension without a price below', [{ above_input_tokens: 9, prices: { cache_read: '1' } }]],
    ['no dimension', [{ above_input_tokens: 9, prices: {} }]],
    ['no price', [{ above_input_tokens: 9, prices: { input: '-1' } }]],
    ['nothing where that is not meant', [{ above_input_tokens: 9, prices: { input: '0' } }]],
    [
      'lengths out of order',
      [
        { above_input_tokens: 9, prices: { input: '1' } },
        { above_input_tokens: 9, prices: { input: '2' } },
      ],
    ],
  ])('Q01: a tier with %s is refused', (_name, long_context) => {
    const table = { prices: { input: '0.25', output: '2' }, long_context };
    expect(() => readPriceTable(table, { needed: [], priced: PRICED }, false)).toThrow(InputError);
  });

  test('the price of a user has the uplift in it, to the last digit', () => {
    expect(formatUserPrices({ input: 1n, output: 2_000_000n, request: 3n }, 1_501)).toEqual({
      input: '0.0000011501',
      output: '2.3002',
      request: '0.0000000000034503',
    });
  });
});
