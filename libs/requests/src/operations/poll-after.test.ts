import { pollAfterSeconds } from './poll-after.ts';

test('pollers are told to wait longer the longer it takes, 15 seconds at most', () => {
  const seconds = [0, 500, 1_500, 2_000, 4_500, 8_000, 15_900, 16_000, 600_000];
  expect(seconds.map(pollAfterSeconds)).toEqual([1, 1, 1, 2, 4, 8, 8, 15, 15]);
});
