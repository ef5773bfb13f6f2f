import type { UsageQuery, UsageSeriesQuery } from '@tollgate/contract/usage-report';
import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../shared/api/data-of.ts';
import { LIVE_MS } from '../shared/live.ts';
import { users } from '../shared/api/users-client.ts';

/** Who is signed in. */
export const whoIsSignedIn = queryOptions({
  queryKey: ['me'],
  queryFn: () => dataOf(users.GET('/api/auth/me')),
  staleTime: Infinity,
});

/** The wallet; asked for again while somebody looks. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: () => dataOf(users.GET('/api/credits')),
  refetchInterval: LIVE_MS,
});

/** The steps to the first call. */
export const stepsQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: () => dataOf(users.GET('/api/onboarding')),
  refetchInterval: LIVE_MS,
});

/** Every key of the account. */
export const listKeys = () => dataOf(users.GET('/api/keys'));

/** Every key of the account, as pages ask for them beside their own rows. */
export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: listKeys });

/** Every model and alias with its prices for this account. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => dataOf(users.GET('/api/models')),
});

/** Which usage is asked for, as the route takes it. */
export type UsageAsked = Partial<UsageQuery>;

/** What was used in some time. */
export const usageQuery = (query: UsageAsked) =>
  queryOptions({
    queryKey: ['usage', query],
    queryFn: () => dataOf(users.GET('/api/usage', { params: { query } })),
  });

/** What the models or keys that spent most have used over time. */
export const usageSeriesQuery = (query: Partial<UsageSeriesQuery>) =>
  queryOptions({
    queryKey: ['usage', 'series', query],
    queryFn: () => dataOf(users.GET('/api/usage/series', { params: { query } })),
  });
