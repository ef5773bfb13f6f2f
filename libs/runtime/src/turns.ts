import { LRUCache } from 'lru-cache';

/** Owners whose last turn is remembered. */
const OWNERS_MAX = 10_000;

/** Decides whose work gets the next permit of a worker. */
export interface Turns<Unit> {
  /**
   * What may be served now, in the order of its turns.
   * @param waiting in the order in which it would be served without owners
   */
  order(waiting: readonly Unit[]): Unit[];
  /**
   * Takes a permit.
   * @returns gives the permit back; null when the owner or the lane may have no more permits now
   */
  take(unit: Unit): (() => void) | null;
}

/** What shares out the permits of a worker. */
export interface TurnRules<Unit> {
  /** How many units the worker runs at once. */
  permits: number;
  /** The owner of the unit. */
  ownerOf: (unit: Unit) => string;
  /**
   * What bounds the unit beside its owner, and how many permits all of that may take together;
   * null: nothing does.
   */
  laneOf: (unit: Unit) => { name: string; permits: number } | null;
}

/**
 * The permits of one worker, taken in turns: first the owner that has the fewest permits, then the
 * owner that was served longest ago. No owner has more than half of the permits that the others
 * leave, so that the next owner finds one free; a lane has its own bound.
 */
export function createTurns<Unit>({ permits, ownerOf, laneOf }: TurnRules<Unit>): Turns<Unit> {
  const running = new Map<string, number>();
  const inLanes = new Map<string, number>();
  const served = new LRUCache<string, number>({ max: OWNERS_MAX });
  let [taken, turn] = [0, 0];
  const runningOf = (unit: Unit): number => running.get(ownerOf(unit)) ?? 0;
  const servedAt = (unit: Unit): number => served.get(ownerOf(unit)) ?? 0;
  const mayRun = (unit: Unit): boolean => {
    const lane = laneOf(unit);
    return (
      runningOf(unit) < permits - taken &&
      (lane === null || (inLanes.get(lane.name) ?? 0) < lane.permits)
    );
  };
  const add = (unit: Unit, count: 1 | -1): void => {
    const lane = laneOf(unit);
    change(running, ownerOf(unit), count);
    if (lane !== null) change(inLanes, lane.name, count);
    taken += count;
  };
  return {
    order: (waiting) =>
      waiting
        .filter(mayRun)
        .toSorted(
          (one, other) => runningOf(one) - runningOf(other) || servedAt(one) - servedAt(other),
        ),
    take(unit) {
      if (!mayRun(unit)) return null;
      turn += 1;
      served.set(ownerOf(unit), turn);
      add(unit, 1);
      return () => add(unit, -1);
    },
  };
}

function change(counts: Map<string, number>, name: string, count: 1 | -1): void {
  const left = (counts.get(name) ?? 0) + count;
  if (left === 0) counts.delete(name);
  else counts.set(name, left);
}
