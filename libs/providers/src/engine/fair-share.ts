/** Units of something of which there is only so much, shared by owners. */
export interface FairShare {
  /**
   * Whether the owner got so many units: not above its own bound, and never more than what is left
   * for the others.
   */
  take(ownerId: string, units: number): boolean;
  giveBack(ownerId: string, units: number): void;
}

/**
 * A share of which nothing is taken.
 * @param given.owner the most units of one owner
 * @param given.all the most units of all owners
 * @param given.ofFree the part of what the other owners leave that one owner may have, so that the
 *   first of them never takes everything; all of it unless given
 */
export function createFairShare(given: { owner: number; all: number; ofFree?: number }): FairShare {
  const owned = new Map<string, number>();
  let taken = 0;
  return {
    take(ownerId, units) {
      const had = owned.get(ownerId) ?? 0;
      const own = had + units;
      const free = given.all - (taken - had);
      if (own > given.owner || own > free * (given.ofFree ?? 1)) return false;
      owned.set(ownerId, own);
      taken += units;
      return true;
    },
    giveBack(ownerId, units) {
      const left = (owned.get(ownerId) ?? 0) - units;
      if (left > 0) owned.set(ownerId, left);
      else owned.delete(ownerId);
      taken -= units;
    },
  };
}
