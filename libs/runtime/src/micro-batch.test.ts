import { microBatch } from './micro-batch.ts';

function gate(): { promise: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

const overloaded = (): Error => new Error('full');

test('calls that come while a batch runs leave together, each with its own result', async () => {
  const batches: number[][] = [];
  const first = gate();
  const call = microBatch<number, number>({
    itemsMax: 10,
    waitingMax: 10,
    overloaded,
    async run(items) {
      batches.push([...items]);
      if (batches.length === 1) await first.promise;
      return items.map((item) => item * 2);
    },
  });
  const one = call(1);
  await Promise.resolve();
  const rest = [call(2), call(3), call(4)];
  first.open();
  expect(await Promise.all([one, ...rest])).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('a batch has at most itemsMax items', async () => {
  const sizes: number[] = [];
  const call = microBatch<number, number>({
    itemsMax: 2,
    waitingMax: 100,
    overloaded,
    run: (items) => {
      sizes.push(items.length);
      return Promise.resolve(items);
    },
  });
  await Promise.all([1, 2, 3, 4, 5].map(call));
  expect(sizes).toEqual([2, 2, 1]);
});

test('a failed batch fails its own items and no others', async () => {
  let runs = 0;
  const call = microBatch<number, number>({
    itemsMax: 1,
    waitingMax: 10,
    overloaded,
    run: (items) => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('down')) : Promise.resolve(items);
    },
  });
  const results = await Promise.allSettled([call(1), call(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('a batch that answers too little fails instead of mixing answers up', async () => {
  const call = microBatch<number, number>({
    itemsMax: 5,
    waitingMax: 10,
    overloaded,
    run: () => Promise.resolve([]),
  });
  await expect(call(1)).rejects.toThrow('every item');
});

test('beyond waitingMax calls are refused at once', async () => {
  const never = gate();
  const call = microBatch<number, number>({
    itemsMax: 1,
    waitingMax: 1,
    overloaded,
    run: async (items) => {
      await never.promise;
      return items;
    },
  });
  const first = call(1);
  await Promise.resolve();
  await Promise.resolve();
  const second = call(2);
  await expect(call(3)).rejects.toThrow('full');
  never.open();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test('items that linger leave when the batch is full, and else after their time', async () => {
  const batches: number[][] = [];
  const call = microBatch<number, number>({
    itemsMax: 3,
    waitingMax: 10,
    overloaded,
    lingerMs: 40,
    run(items) {
      batches.push([...items]);
      return Promise.resolve(items);
    },
  });
  const startedMs = performance.now();
  await Promise.all([1, 2, 3, 4].map((item) => call(item)));
  expect(batches).toEqual([[1, 2, 3], [4]]);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(39);
});
