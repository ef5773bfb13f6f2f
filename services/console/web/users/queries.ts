import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import type { paths } from '../shared/api/users.d.ts';

const LIVE_MS = 15_000;

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
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => dataOf(users.GET('/api/keys')),
});

/** Every model and alias with its prices for this account. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => dataOf(users.GET('/api/models')),
});

/** Which usage is asked for, as the route takes it. */
export type UsageAsked = NonNullable<paths['/api/usage']['get']['parameters']['query']>;

/** What was used in some time. */
export const usageQuery = (query: UsageAsked) =>
  queryOptions({
    queryKey: ['usage', query],
    queryFn: () => dataOf(users.GET('/api/usage', { params: { query } })),
  });
