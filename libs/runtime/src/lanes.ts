import pLimit from 'p-limit';
import type { BatchedCall } from './micro-batch.ts';

interface Lane<Item, Result> {
  call: BatchedCall<Item, Result>;
  /** Items that are in it. */
  count: number;
}

/** Ways of their own for items that must not wait behind each other. */
export interface Lanes<Item, Result> {
  /** Sends an item on the way of its key. */
  call: BatchedCall<Item, Result>;
  /** Whether items of this key are on their way. */
  isOpen(key: string): boolean;
}

/**
 * Gives the items of each key a way of their own for as long as there are any: none of them waits behind another key's.
 * @param keyOf which items go together
 * @param open a new way, for instance one that makes batches
 */
export function openLanes<Item, Result>(
  keyOf: (item: Item) => string,
  open: () => BatchedCall<Item, Result>,
): Lanes<Item, Result> {
  const lanes = new Map<string, Lane<Item, Result>>();
  return {
    isOpen: (key) => lanes.has(key),
    async call(item) {
      const key = keyOf(item);
      const lane = lanes.get(key) ?? { call: open(), count: 0 };
      lanes.set(key, lane);
      lane.count += 1;
      try {
        return await lane.call(item);
      } finally {
        lane.count -= 1;
        if (lane.count === 0) lanes.delete(key);
      }
    },
  };
}

/** Runs so many pieces of work at once at most; the others wait for their turn. */
export function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  return pLimit(count);
}
