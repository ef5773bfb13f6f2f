import { searchRuns } from '@tollgate/contract/server-tools';
import { inputWithRuns } from './tool-tokens.ts';

const MOST = 1_000_000;

test.each([
  ['without a search', 1_000, 0, 100, 1_000],
  ['one search: two turns, the second with what was found and said', 1_000, 1, 100, 18_484],
  ['each further turn reads all that was found before', 1_000, 2, 100, 3_000 + 3 * 16_384 + 200],
  ['no turn reads more than fits', 900_000, 5, 100, 6 * 900_000 + 15 * 16_384 + 500],
  ['nor more than the context', 990_000, 50, 128_000, 51 * MOST],
])('%s', (_, prompt, searches, output, expected) => {
  const { found } = searchRuns(searches);
  expect(inputWithRuns(prompt, { found, output, most: MOST })).toBe(expected);
});

test('the largest of several finds is read in the most turns', () => {
  const found = [10, 1_000, 100];
  expect(inputWithRuns(0, { found, output: 0, most: MOST })).toBe(3 * 1_000 + 2 * 100 + 10);
});
