import type { TurnOwner } from '@tollgate/requests/operations/operation-turn.queries';
import { createTurns as createTurnsOf } from '@tollgate/runtime/turns';
import type { Turns as TurnsOf } from '@tollgate/runtime/turns';

/**
 * The part of a worker's permits that operations of test keys may take together: they cost nothing.
 */
const TEST_PART = 4;

/** Decides which owner's operation gets the next permit of a worker. */
export type Turns = TurnsOf<TurnOwner>;

/**
 * The permits of one worker, taken in turns by owner and mode; test keys have a part of their own.
 * @param permits how many operations the worker runs at once
 */
export function createTurns(permits: number): Turns {
  const forTests = Math.max(1, Math.floor(permits / TEST_PART));
  return createTurnsOf({
    permits,
    ownerOf: ({ userId, mode }: TurnOwner) => `${userId} ${mode}`,
    laneOf: ({ mode }) => (mode === 'test' ? { name: mode, permits: forTests } : null),
  });
}
