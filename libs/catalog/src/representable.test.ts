import { isRepresentable } from './representable.ts';

const TOKEN_MOST = 1_000_000_000_000n;
const UPLIFT_MOST = 1_000_000;

test.each([
  ['the dearest token of a model with a million', TOKEN_MOST, UPLIFT_MOST, 1_000_000, true],
  ['the dearest token without an uplift', TOKEN_MOST, 0, 1_000_000_000, true],
  ['a price list as there are some', 15_000_000n, 2_000, 2_000_000_000, true],
  ['price x uplift x tokens above a column', TOKEN_MOST, UPLIFT_MOST, 100_000_000, false],
  ['the same by tokens alone', TOKEN_MOST, 0, 10_000_000_000, false],
])('%s: %s at %d basis points for %d tokens is %s', (_what, price, uplift, tokens, wanted) => {
  const limits = { context_tokens: tokens, output_tokens: 1 };
  expect(isRepresentable({ input: price, output: 1n }, uplift, limits)).toBe(wanted);
});

test('a tier for long prompts counts', () => {
  const prices = {
    input: 1n,
    longContext: [{ aboveInputTokens: 1_000, prices: { input: TOKEN_MOST } }],
  };
  const limits = { context_tokens: 100_000_000 };
  expect(isRepresentable(prices, UPLIFT_MOST, limits)).toBe(false);
  expect(isRepresentable({ input: 1n }, UPLIFT_MOST, limits)).toBe(true);
});

const PIECE_MOST = 1_000_000_000_000_000_000_000n;

test.each([
  ['web_search', PIECE_MOST],
  ['mcp', PIECE_MOST],
  ['priority_input', TOKEN_MOST],
  ['batch_output', TOKEN_MOST],
])('the price of %s counts', (dimension, price) => {
  const limits = { context_tokens: 100_000_000, output_tokens: 100_000_000 };
  const prices = { input: 1n, output: 1n, [dimension]: price };
  expect(isRepresentable(prices, UPLIFT_MOST, limits)).toBe(false);
  expect(isRepresentable({ ...prices, [dimension]: 1n }, UPLIFT_MOST, limits)).toBe(true);
});
