import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';

const LIVE_MS = 15_000;

/** The wallet; asked for again while somebody looks. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: () => dataOf(users.GET('/api/credits')),
  refetchInterval: LIVE_MS,
});

/** What is left to do before the first call. */
export const stepsQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: () => dataOf(users.GET('/api/onboarding')),
  refetchInterval: LIVE_MS,
});

/** Every key of the account. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => dataOf(users.GET('/api/keys')),
});

/** Every model and alias with its prices for this account. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => dataOf(users.GET('/api/models')),
});

/** What was used over the last days. */
export const usageQuery = (days: number, mode?: 'live' | 'test' | 'all') =>
  queryOptions({
    queryKey: ['usage', days, mode],
    queryFn: () =>
      dataOf(
        users.GET('/api/usage', {
          params: { query: { days, ...(mode === undefined ? {} : { mode }) } },
        }),
      ),
  });
