import { heldAt } from './overruns.ts';

const DAY_MS = 86_400_000;
const worst = (modelId: string, ratio: number, excess: number, forMs = DAY_MS) => ({
  modelId,
  ratio,
  excess,
  forMs,
});

test('a model is held at the worst of what its owner and all owners have seen', () => {
  const own = { models: [worst('a', 5, 100)], readAtMs: 0 };
  const all = { models: [worst('a', 2, 900), worst('b', 3, 10)], readAtMs: 0 };
  expect(heldAt([own, all], 1)).toEqual({
    a: { ratio: 5, excess: 900 },
    b: { ratio: 3, excess: 10 },
  });
});

test('a model is held until the time that was left at the reading has passed', () => {
  const own = { models: [worst('a', 5, 100, 1_000)], readAtMs: 50 };
  expect(heldAt([own, null], 1_050)).toEqual({ a: { ratio: 5, excess: 100 } });
  expect(heldAt([own, null], 1_051)).toBeUndefined();
  expect(heldAt([null], 0)).toBeUndefined();
});
