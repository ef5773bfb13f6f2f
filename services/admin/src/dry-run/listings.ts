import type { ListingCall, ProviderAccess } from '@tollgate/catalog/provider-access';

/** Providers for a dry run: their lists of models are asked for outside of its transaction. */
export interface Listings {
  /** Gives the lists that are there, and throws {@link ListingWanted} for any other. */
  providers: ProviderAccess;
  /** Asks for the lists that were missing. @returns whether there were any */
  fetchWanted(): Promise<boolean>;
}

/** How many providers one dry run asks at the same time. */
const ASKED_AT_ONCE = 8;

/** A list that no provider was asked for yet: the dry run is done again when it is there. */
export class ListingWanted extends Error {}

/** Providers that are asked in {@link Listings.fetchWanted} alone. */
export function createListings(providers: ProviderAccess): Listings {
  const there = new Map<string, PromiseSettledResult<string[]>>();
  const wanted = new Map<string, ListingCall>();
  const ask = async ([key, call]: readonly [string, ListingCall]): Promise<void> => {
    const [result] = await Promise.allSettled([providers.listModels(call)]);
    there.set(key, result);
  };
  return {
    providers: {
      ...providers,
      async listModels(call) {
        const key = keyOf(call);
        const found = there.get(key);
        if (found?.status === 'fulfilled') return found.value;
        if (found !== undefined) throw found.reason as Error;
        wanted.set(key, call);
        throw new ListingWanted();
      },
    },
    async fetchWanted() {
      const calls = [...wanted];
      wanted.clear();
      for (let at = 0; at < calls.length; at += ASKED_AT_ONCE) {
        await Promise.all(calls.slice(at, at + ASKED_AT_ONCE).map(ask));
      }
      return calls.length > 0;
    },
  };
}

function keyOf({ family, provider, baseUrl, credential }: ListingCall): string {
  return JSON.stringify([family.id, provider, baseUrl, credential]);
}
