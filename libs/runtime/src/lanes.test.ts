import { openLanes, microBatch } from './micro-batch.ts';

/** Lanes whose batches end when the test ends them. */
function someLanes() {
  const runs: { items: readonly string[]; end(): void }[] = [];
  const lanes = openLanes<string, string>(
    (item) => item.charAt(0),
    () =>
      microBatch({
        run: (items) =>
          new Promise((resolve) => {
            runs.push({ items: [...items], end: () => resolve(items) });
          }),
        itemsMax: 10,
        waitingMax: 10,
        overloaded: () => new Error('full'),
      }),
  );
  return { lanes, runs };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('items of one key leave together, and those of others do not wait for them', async () => {
  const { lanes, runs } = someLanes();
  const slow = ['a1', 'a2'].map(lanes.call);
  await turn();
  const quick = lanes.call('b1');
  await turn();
  expect(runs.map(({ items }) => items)).toEqual([['a1', 'a2'], ['b1']]);
  runs[1]?.end();
  expect(await quick).toBe('b1');
  runs[0]?.end();
  expect(await Promise.all(slow)).toEqual(['a1', 'a2']);
});

test('a lane is open for as long as there are items in it', async () => {
  const { lanes, runs } = someLanes();
  expect(lanes.isOpen('a')).toBe(false);
  const item = lanes.call('a1');
  await turn();
  expect(lanes.isOpen('a')).toBe(true);
  runs[0]?.end();
  await item;
  expect(lanes.isOpen('a')).toBe(false);
});
