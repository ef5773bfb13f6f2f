import type { TurnOwner } from '@tollgate/requests/operations/turn-queries';
import { createTurns as createTurnsOf } from '@tollgate/runtime/turns';
import type { Turns as TurnsOf } from '@tollgate/runtime/turns';

/** The part of a worker's places that operations of test keys may take together: they cost nothing. */
const TEST_PART = 4;

/** Decides whose operation gets the next place of a worker. */
export type Turns = TurnsOf<TurnOwner>;

/**
 * The places of one worker, taken in turns by owner and mode; test keys have a part of their own.
 * @param places how many operations the worker runs at once
 */
export function createTurns(places: number): Turns {
  const forTests = Math.max(1, Math.floor(places / TEST_PART));
  return createTurnsOf({
    places,
    ownerOf: ({ userId, mode }: TurnOwner) => `${userId} ${mode}`,
    laneOf: ({ mode }) => (mode === 'test' ? { name: mode, places: forTests } : null),
  });
}
