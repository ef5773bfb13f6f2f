import { outsideRequests } from './request-scope.ts';
import pLimit from 'p-limit';

/** Adds one item to the next batch; resolves with the result of that item. */
export type BatchedCall<Item, Result> = (item: Item) => Promise<Result>;

export interface MicroBatchOptions<Item, Result> {
  /**
   * Runs one batch; must answer one result for each item, in order. A rejection fails every item of
   * the batch.
   */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** The most items that leave together. */
  itemsMax: number;
  /** The most items that may wait; further calls are refused with `overloaded()`. */
  waitingMax: number;
  /** The error for an item that finds the queue full. */
  overloaded(): Error;
  /**
   * How long an item waits for company, in milliseconds, while the batch is not full; absent: not
   * at all, so that a lone call costs no more than without a batch.
   */
  lingerMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  /** When the item came, by `performance.now()`; 0 where nothing lingers. */
  sinceMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Groups concurrent calls: while one batch is under way the next one fills, and leaves the moment
 * the first returns, unless the options make it linger.
 */
export function microBatch<Item, Result>(
  options: MicroBatchOptions<Item, Result>,
): BatchedCall<Item, Result> {
  const { itemsMax, lingerMs } = options;
  const queue: Waiting<Item, Result>[] = [];
  let running = false;
  /** Ends the wait for company. */
  let isFull: (() => void) | undefined;

  async function company(oldest: Waiting<Item, Result>): Promise<void> {
    const leftMs = oldest.sinceMs + (lingerMs ?? 0) - performance.now();
    if (leftMs <= 0 || queue.length >= itemsMax) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leftMs);
      isFull = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    isFull = undefined;
  }

  async function drain(): Promise<void> {
    running = true;
    for (let [oldest] = queue; oldest !== undefined; [oldest] = queue) {
      if (lingerMs !== undefined) await company(oldest);
      const batch = queue.splice(0, itemsMax);
      await runBatch(options, batch);
    }
    running = false;
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= options.waitingMax) {
        reject(options.overloaded());
        return;
      }
      const sinceMs = lingerMs === undefined ? 0 : performance.now();
      queue.push({ item, sinceMs, resolve, reject });
      if (queue.length >= itemsMax) isFull?.();
      if (!running) {
        running = true;
        // A batch belongs to many requests, not to the one that happened to start it.
        outsideRequests(() => queueMicrotask(() => void drain()));
      }
    });
}

async function runBatch<Item, Result>(
  options: MicroBatchOptions<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await options.run(batch.map((waiting) => waiting.item));
    if (results.length !== batch.length) throw new Error('a batch must answer every item');
    batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
  } catch (error) {
    for (const waiting of batch) waiting.reject(error);
  }
}

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
 * Gives each key a lane of its own while it has items, so that no item waits behind one of another
 * key.
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
