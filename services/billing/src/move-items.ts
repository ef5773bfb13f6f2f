import type { Logger } from '@tollgate/runtime/logger';
import { currentRequest } from '@tollgate/runtime/request-scope';
import type { Movement } from './metrics.ts';

/** Items of a batch that failed as a whole which one log line names. */
const TOLD_MAX = 50;
/** A caller has lost track of its hold. */
const ODD: ReadonlySet<string> = new Set(['conflict', 'unknown', 'late']);

interface Item {
  op_id: string;
  attempt: number;
}

/**
 * Moves every item of a caller's batch. What became of one is logged with the request that it belongs to: as a warning where it
 * does not fit its hold, else for who looks closely.
 * @throws what the first of them failed with, after the log has named the operations and their requests
 */
export async function moveItems<Given extends Item, Result extends { outcome: string }>(
  { logger, movement }: { logger: Logger; movement: Movement },
  items: readonly Given[],
  move: (item: Given) => Promise<Result>,
): Promise<{ results: Result[] }> {
  const tellsAll = logger.isLevelEnabled('debug');
  try {
    const results = await Promise.all(items.map(move));
    results.forEach(({ outcome }, index) => {
      const isOdd = ODD.has(outcome);
      if (!isOdd && !tellsAll) return;
      logger[isOdd ? 'warn' : 'debug']({ ...subjectOf(items, index), outcome }, movement);
    });
    return { results };
  } catch (error) {
    const told = items.slice(0, TOLD_MAX).map((_item, index) => subjectOf(items, index));
    logger.warn({ movement, items: told, count: items.length }, 'movements failed');
    throw error;
  }
}

function subjectOf(items: readonly Item[], index: number): object {
  const { op_id: op, attempt } = items[index] ?? {};
  const { requestId, itemRequestIds } = currentRequest() ?? {};
  const ofItem = itemRequestIds === undefined ? requestId : itemRequestIds[index];
  return { op, attempt, requestId: ofItem ?? null };
}
