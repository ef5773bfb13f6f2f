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
 */
export function createFairShare(given: { owner: number; all: number }): FairShare {
  const owned = new Map<string, number>();
  let taken = 0;
  return {
    take(ownerId, units) {
      const own = (owned.get(ownerId) ?? 0) + units;
      if (own > given.owner || own > given.all - taken) return false;
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
