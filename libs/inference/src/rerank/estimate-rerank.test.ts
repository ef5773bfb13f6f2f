import type { RequestContract } from '@tollgate/contract/request-contract';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import { askedRerank, estimateRerank, promptOf, usageOfRerank } from './estimate-rerank.ts';

const CONTRACT: RequestContract = {
  revision: 'r',
  capability: 'rerank',
  parameters: {},
  limits: { context_tokens: 4_096, chunk_tokens: 500 },
  dimensions: ['search_unit'],
};
const TOKENS = { ...CONTRACT, dimensions: ['input'] };
const of = (bound: number): InputTokens => ({ usual: bound, bound, most: bound });
const sized = (query: number, documents: readonly number[]) => ({
  query: of(query),
  documents: documents.map(of),
});
const times = (count: number, tokens: number) => Array.from({ length: count }, () => tokens);

describe('search units', () => {
  test.each([
    ['one document', 10, [20], 1, true],
    ['a hundred documents', 10, times(100, 490), 1, true],
    ['one more', 10, times(101, 20), 2, true],
    ['documents that are a token too long', 10, times(100, 491), 2, false],
    ['a query that takes half of the room at most', 9_000, times(50, 500), 1, false],
    ['one very long document', 0, [50_001], 2, false],
  ])('of %s', (_what, query, documents, units, isExact) => {
    const asked = askedRerank(CONTRACT, sized(query, documents), undefined);
    expect([asked.units, asked.isExact]).toEqual([units, isExact]);
  });

  test('are fewer where documents are cut', () => {
    expect(askedRerank(CONTRACT, sized(0, times(100, 5_000)), 500)).toMatchObject({
      units: 1,
      isExact: true,
    });
  });

  test('count each document once where no length is known', () => {
    const { chunk_tokens: _, ...limits } = CONTRACT.limits;
    expect(askedRerank({ ...CONTRACT, limits }, sized(9, times(150, 9_000)), undefined)).toEqual({
      contract: { ...CONTRACT, limits },
      units: 2,
      isExact: true,
    });
  });
});

test('a prompt repeats its query before each document', () => {
  const { bound } = promptOf(sized(10, [100, 200]));
  expect(bound).toBeGreaterThan(2 * 10 + 300);
  expect(promptOf(sized(10, [100, 200, 200])).bound).toBeGreaterThan(bound + 200);
});

test('usage is counted in the dimensions of the contract alone', () => {
  const counts = { input: 7, units: 2 };
  const size = sized(1, [1]);
  expect(usageOfRerank(askedRerank(CONTRACT, size, undefined), counts)).toEqual({ search_unit: 2 });
  expect(usageOfRerank(askedRerank(TOKENS, size, undefined), counts)).toEqual({ input: 7 });
});

describe('an estimate', () => {
  const asked = askedRerank(CONTRACT, sized(10, times(250, 20)), undefined);

  test('is what the units cost, with the fee of a call and the uplift', () => {
    const prices = { search_unit: 2_000_000_000n, request: 1_000_000n };
    expect(estimateRerank(asked, 0, { prices, upliftBp: 1_000 })).toEqual({
      usage: { search_unit: 3, request: 1 },
      amount: 6_601_100n,
    });
  });

  test('may be nothing where that is the price', () => {
    expect(estimateRerank(asked, 0, { prices: { search_unit: 0n }, upliftBp: 0 })?.amount).toBe(0n);
  });

  test('is none without a price', () => {
    expect(estimateRerank(asked, 0, { prices: { input: 1n }, upliftBp: 0 })).toBeNull();
  });
});
