import type { Usage } from '@tollgate/providers/adapter/adapter';
import {
  believed,
  CONTEXT_SLACK,
  isPlausible,
  OUTPUT_SLACK_TOKENS,
  possibleUsage,
} from './output-policy.ts';

const CONTEXT = 128_000;
const CEILING = 16;
const usage = (given: Partial<Usage>): Usage => ({
  input: 5,
  cache_read: 0,
  cache_write: 0,
  output: 10,
  reasoning: 0,
  ...given,
});
const planned = (choices = 1) => ({
  possible: possibleUsage({ contextTokens: CONTEXT, effectiveMaxTokens: CEILING, choices }),
});

test.each([
  ['at the ceiling', { output: CEILING }, true],
  ['at the ceiling with its slack', { output: CEILING + OUTPUT_SLACK_TOKENS }, true],
  ['above the slack', { output: CEILING + OUTPUT_SLACK_TOKENS + 1 }, false],
  ['reasoning that makes it too much', { output: CEILING, reasoning: CEILING + 1 }, false],
  ['the whole context', { input: CONTEXT }, true],
  ['the context in powers of two', { input: 131_072 }, true],
  ['above the context', { input: Math.ceil(CONTEXT * CONTEXT_SLACK) + 1 }, false],
  ['a cached prompt that makes it too much', { input: CONTEXT, cache_read: CONTEXT }, false],
  ['a prompt written to a cache likewise', { input: CONTEXT, cache_write: CONTEXT }, false],
  ['what emptied a wallet', { output: 90_000_000 }, false],
])('%s', (_what, given, expected) => {
  expect(isPlausible(planned(), usage(given))).toBe(expected);
  expect(believed(planned(), usage(given)) !== null).toBe(expected);
});

test('each of several answers may reach the ceiling', () => {
  const three = usage({ output: 3 * CEILING });
  expect(isPlausible(planned(3), three)).toBe(true);
  expect(isPlausible(planned(1), three)).toBe(false);
});

test('a report that was never made is not believed, and is not implausible', () => {
  expect(believed(planned(), null)).toBeNull();
  expect(isPlausible({ possible: null }, usage({ output: 90_000_000 }))).toBe(true);
});
