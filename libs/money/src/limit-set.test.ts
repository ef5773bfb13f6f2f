import {
  limitsAbove,
  limitsDocument,
  NO_LIMITS,
  parseLimits,
  tightestLimits,
} from './limit-set.ts';

const SOME = parseLimits({ requests_per_minute: 5, credits_per_day: '0.25' });

test('what a document leaves out is unlimited, and nothing is lost on the way back', () => {
  expect(SOME).toEqual({ ...NO_LIMITS, requestsPerMinute: 5, creditsPerDay: 250_000_000n });
  expect(parseLimits(limitsDocument(SOME))).toEqual(SOME);
  expect(parseLimits(null)).toEqual(NO_LIMITS);
});

test('the tighter of two sets is taken limit by limit', () => {
  const other = parseLimits({
    requests_per_minute: 9,
    credits_per_day: '0.2',
    concurrent_requests: 1,
  });
  const both = {
    ...NO_LIMITS,
    requestsPerMinute: 5,
    creditsPerDay: 200_000_000n,
    concurrentRequests: 1,
  };
  expect(tightestLimits(SOME, other)).toEqual(both);
  expect(tightestLimits(other, SOME)).toEqual(both);
});

test('only limits above a bound that is set are named', () => {
  const bounds = parseLimits({ requests_per_minute: 4, tokens_per_minute: 1 });
  expect(limitsAbove(SOME, bounds)).toEqual(['requests_per_minute']);
  expect(limitsAbove(SOME, SOME)).toEqual([]);
  expect(limitsAbove(NO_LIMITS, bounds)).toEqual([]);
});
