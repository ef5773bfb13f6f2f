import { queryOptions } from '@tanstack/react-query';
import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';

/** How often what changes by itself is asked for while a page is looked at, in milliseconds. */
export const LIVE_MS = 15_000;
const VIDEOS_MAX = 100;
/** How old what is known of a role may be before a page asks again, in milliseconds. */
const ROLE_STALE_MS = 60_000;

/**
 * Who is signed in, and what the role may do; a role holds for open sessions at once, so this is
 * asked for again when somebody comes back.
 */
export const whoIsSignedIn = queryOptions({
  queryKey: ['me'],
  queryFn: () => dataOf(platform.GET('/api/platform/auth/me')),
  staleTime: ROLE_STALE_MS,
});

/** Whether the first administrator is still to be made; asked where nobody is signed in. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => dataOf(platform.GET('/api/platform/setup/status')),
  retry: false,
});

/** Everything that needs attention. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => dataOf(platform.GET('/api/platform/attention')),
  refetchInterval: LIVE_MS,
});

/** Videos in progress. @param state null: in any state */
export function openVideos(state: PlatformVideoOut['state'] | null) {
  const query = { limit: VIDEOS_MAX, ...(state === null ? {} : { state }) };
  return queryOptions({
    queryKey: ['videos', state],
    queryFn: () => dataOf(platform.GET('/api/platform/videos', { params: { query } })),
    refetchInterval: LIVE_MS,
  });
}

/** Batches that have not ended. */
export const openBatches = queryOptions({
  queryKey: ['batches'],
  queryFn: () => dataOf(platform.GET('/api/platform/batches', { params: { query: {} } })),
  refetchInterval: LIVE_MS,
});

/** One user; null where there is none of this id. */
export function oneUser(id: string) {
  const query = { search: id, limit: 1 };
  return queryOptions({
    queryKey: ['user', id],
    queryFn: async () => {
      const found = await dataOf(platform.GET('/api/platform/users', { params: { query } }));
      return found.find((user) => user.id === id) ?? null;
    },
  });
}

/** The families of providers that this installation knows, with the fields of their credentials. */
export const providerFamilies = queryOptions({
  queryKey: ['families'],
  queryFn: () => dataOf(platform.GET('/api/platform/provider-families')),
  staleTime: Infinity,
});
