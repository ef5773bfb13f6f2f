import pLimit from 'p-limit';
import type { BatchedCall } from './micro-batch.ts';

interface Lane<Item, Result> {
  call: BatchedCall<Item, Result>;
  /** The number of items in the lane. */
  count: number;
}

/** Separate lanes for items that must not wait behind each other. */
export interface Lanes<Item, Result> {
  /** Sends an item through the lane of its key. */
  call: BatchedCall<Item, Result>;
  /** Whether items of this key are under way. */
  isOpen(key: string): boolean;
}

/**
 * Gives each key a lane of its own while it has items, so that no item waits behind one of another key.
 * @param keyOf which items go together
 * @param open makes a new lane, for instance one that batches
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

/** Runs at most this number of pieces of work at once; further pieces wait for their turn. */
export function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  return pLimit(count);
}
