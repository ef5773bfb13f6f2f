import { LRUCache } from 'lru-cache';
import type { TurnOwner } from '@tollgate/requests/operations/turn-queries';

/** Owners whose last turn is remembered. */
const OWNERS_MAX = 10_000;
/** The part of a worker's places that operations of test keys may take together: they cost nothing. */
const TEST_PART = 4;

/** Decides whose operation gets the next place of a worker. */
export interface Turns {
  /** The owners that may be served now, in the order of their turns. @param waiting the owner that has waited longest first */
  order(waiting: readonly TurnOwner[]): TurnOwner[];
  /** Takes a place. @returns gives the place back; null when the owner may have no more places now */
  take(owner: TurnOwner): (() => void) | null;
}

/**
 * The places of one worker, taken in turns: first the owner that has the fewest places, then the owner that was served longest ago. No owner has more
 * than half of the places that the others leave, so that the next owner finds one free; test keys have a part of their own.
 * @param places how many operations the worker runs at once
 */
export function createTurns(places: number): Turns {
  const running = new Map<string, number>();
  const served = new LRUCache<string, number>({ max: OWNERS_MAX });
  let [taken, takenByTests, turn] = [0, 0, 0];
  const nameOf = ({ userId, mode }: TurnOwner): string => `${userId} ${mode}`;
  const runningOf = (owner: TurnOwner): number => running.get(nameOf(owner)) ?? 0;
  const mayRun = (owner: TurnOwner): boolean =>
    runningOf(owner) < places - taken &&
    (owner.mode === 'live' || takenByTests < Math.max(1, Math.floor(places / TEST_PART)));
  const add = (owner: TurnOwner, count: 1 | -1): void => {
    const left = runningOf(owner) + count;
    if (left === 0) running.delete(nameOf(owner));
    else running.set(nameOf(owner), left);
    taken += count;
    if (owner.mode === 'test') takenByTests += count;
  };
  return {
    order: (waiting) =>
      waiting
        .filter(mayRun)
        .toSorted(
          (one, other) =>
            runningOf(one) - runningOf(other) ||
            (served.get(nameOf(one)) ?? 0) - (served.get(nameOf(other)) ?? 0),
        ),
    take(owner) {
      if (!mayRun(owner)) return null;
      turn += 1;
      served.set(nameOf(owner), turn);
      add(owner, 1);
      return () => add(owner, -1);
    },
  };
}
