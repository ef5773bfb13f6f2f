import type { ListingCall, ProviderAccess } from '@tollgate/catalog/provider-access';

/** Providers for a dry run: what they have is fetched outside of its transaction. */
export interface Listings {
  /** Gives the answers that are there, and throws {@link ListingWanted} for any other. */
  providers: ProviderAccess;
  /** Asks for the answers that were missing. @returns whether there were any */
  fetchWanted(): Promise<boolean>;
}

/** How many providers one dry run asks at the same time. */
const ASKED_AT_ONCE = 8;

/** An answer that was not fetched yet: the dry run is repeated once it is there. */
export class ListingWanted extends Error {}

/** Providers that are asked in {@link Listings.fetchWanted} alone. */
export function createListings(providers: ProviderAccess): Listings {
  const there = new Map<string, PromiseSettledResult<unknown>>();
  const wanted = new Map<string, () => Promise<unknown>>();
  const ask = async ([key, asking]: readonly [string, () => Promise<unknown>]): Promise<void> => {
    const [result] = await Promise.allSettled([asking()]);
    there.set(key, result);
  };
  const answerOf = <Of>(key: string, asking: () => Promise<Of>): Of => {
    const found = there.get(key) as PromiseSettledResult<Of> | undefined;
    if (found?.status === 'fulfilled') return found.value;
    if (found !== undefined) throw found.reason as Error;
    wanted.set(key, asking);
    throw new ListingWanted();
  };
  return {
    providers: {
      ...providers,
      async listModels(call) {
        return answerOf(keyOf(call), () => providers.listModels(call));
      },
      async findVectorStore(call, id) {
        return answerOf(keyOf(call, id), () => providers.findVectorStore(call, id));
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

function keyOf({ family, provider, baseUrl, credential }: ListingCall, id?: string): string {
  return JSON.stringify([family.id, provider, baseUrl, credential, id]);
}
