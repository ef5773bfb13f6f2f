import { LRUCache } from 'lru-cache';

/** Whether something may be told; forgets after a while what it has let pass. */
export interface TellSeldom {
  /** True once for each name in an interval. */
  may(name: string): boolean;
  /** Takes back that a name was told. */
  takeBack(name: string): void;
}

/**
 * Keeps the trail from being filled with one and the same: a memory of what was told lately, of this process.
 * @param everyMs how long a name that was told is not told again
 * @param namesMax how many names are remembered; beyond them the oldest is told anew
 */
export function createTellSeldom(everyMs: number, namesMax: number): TellSeldom {
  const told = new LRUCache<string, true>({ max: namesMax, ttl: everyMs });
  return {
    may(name) {
      if (told.has(name)) return false;
      told.set(name, true);
      return true;
    },
    takeBack: (name) => void told.delete(name),
  };
}
