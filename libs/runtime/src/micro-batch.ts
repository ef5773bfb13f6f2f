import { outsideRequests } from './request-scope.ts';

/** Adds one item to the next batch; resolves with the result of that item. */
export type BatchedCall<Item, Result> = (item: Item) => Promise<Result>;

export interface MicroBatchOptions<Item, Result> {
  /** Runs one batch; must answer one result for each item, in order. A rejection fails every item of the batch. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** The most items that leave together. */
  itemsMax: number;
  /** The most items that may wait; further calls are refused with `overloaded()`. */
  waitingMax: number;
  /** The error for an item that finds the queue full. */
  overloaded(): Error;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Groups concurrent calls: while one batch is under way the next one fills, and leaves the moment the first returns.
 * No call waits for others on purpose, so a lone call costs no more than without a batch.
 */
export function microBatch<Item, Result>(
  options: MicroBatchOptions<Item, Result>,
): BatchedCall<Item, Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, options.itemsMax);
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
      queue.push({ item, resolve, reject });
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
