import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';

/** How often what changes by itself is asked for while a page is looked at, in milliseconds. */
export const LIVE_MS = 15_000;
const FILMS_MAX = 100;

/** Films that have not ended. @param state null: however they stand */
export function openFilms(state: Schemas['PlatformVideoOut']['state'] | null) {
  const query = { limit: FILMS_MAX, ...(state === null ? {} : { state }) };
  return queryOptions({
    queryKey: ['films', state],
    queryFn: () => dataOf(platform.GET('/api/platform/videos', { params: { query } })),
    refetchInterval: LIVE_MS,
  });
}

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
