import { createLocalLimits } from './local-store.ts';
import { SLOT_WAIT_MS } from './store.ts';
import type { Check } from './store.ts';

let nowMs = 0;
const store = (replicas = 1) => createLocalLimits({ replicas, now: () => nowMs });
const minute = (limit: number, amount = 1, key = 'm'): Check => ({
  key,
  kind: 'minute',
  limit,
  amount,
});
const slots = (limit: number): Check => ({ key: 's', kind: 'slots', limit, amount: 1 });

const FREE = { key: 's', kind: 'slots', delta: 0, window: 0, amount: 0, made: 0 } as const;

beforeEach(() => (nowMs = 600_000));

test('exactly as many as the limit pass', async () => {
  const limits = store();
  for (let left = 4; left >= 0; left -= 1) {
    const { refused, states } = await limits.take('a', [minute(5)]);
    expect(refused).toBeNull();
    const resetMs = (5 - left) * 12_000;
    expect(states).toEqual([{ remaining: left, window: nowMs + resetMs, resetMs, made: 0 }]);
  }
  expect((await limits.take('a', [minute(5)])).refused).toEqual({ index: 0, waitMs: 12_000 });
  nowMs += 11_999;
  expect((await limits.take('a', [minute(5)])).refused).not.toBeNull();
  nowMs += 1;
  expect((await limits.take('a', [minute(5)])).refused).toBeNull();
});

test('a refusal charges nothing, and the longest wait is told', async () => {
  const limits = store();
  await limits.take('a', [slots(1)]);
  const both = [minute(5), slots(1)];
  expect((await limits.take('b', both)).refused).toEqual({ index: 1, waitMs: SLOT_WAIT_MS });
  expect((await limits.take('c', [minute(5)])).states[0]?.remaining).toBe(4);
  const never = await limits.take('d', [slots(1), minute(5, 6)]);
  expect(never.refused).toEqual({ index: 1, waitMs: null });
});

test('a call with time leaves room, and is refused where only that is free', async () => {
  const limits = store();
  const roomy = (check: Check): Check => ({ ...check, room: 2 });
  for (const check of [minute(5), slots(5)]) {
    for (const id of ['a', 'b', 'c']) {
      expect((await limits.take(id, [roomy(check)])).refused).toBeNull();
    }
    expect((await limits.take('d', [roomy(check)])).refused).not.toBeNull();
    expect((await limits.take('e', [check])).refused).toBeNull();
  }
  // Where a limit has no room beside the call, none is left.
  expect((await limits.take('f', [roomy(minute(1, 1, 'small'))])).refused).toBeNull();
});

test('a slot is free again when its call gives it back', async () => {
  const limits = store();
  await limits.take('a', [slots(1)]);
  expect((await limits.take('b', [slots(1)])).refused).not.toBeNull();
  await limits.correct('b', [FREE]);
  expect((await limits.take('b', [slots(1)])).refused).not.toBeNull();
  await limits.correct('a', [FREE]);
  expect((await limits.take('b', [slots(1)])).refused).toBeNull();
});

test('a correction gives back what was not used', async () => {
  const limits = store();
  const { states } = await limits.take('a', [minute(10, 9)]);
  const window = states[0]?.window ?? 0;
  await limits.correct('a', [{ ...FREE, key: 'm', kind: 'minute', delta: -7, window }]);
  expect((await limits.take('b', [minute(10, 8)])).refused).toBeNull();
});

test('each replica gives out its part; a call larger than the part takes the whole part', async () => {
  const limits = store(3);
  expect((await limits.take('a', [minute(10, 1, 'x')])).states[0]?.remaining).toBe(2);
  expect((await limits.take('a', [minute(10, 8, 'y')])).refused).toBeNull();
  expect((await limits.take('a', [minute(10, 1, 'y')])).refused).not.toBeNull();
  expect((await limits.take('a', [minute(10, 11, 'z')])).refused?.waitMs).toBeNull();
  expect((await limits.take('a', [minute(1, 1, 'one')])).refused).toBeNull();
});

describe('a day', () => {
  const day = (amount: number): Check => ({ key: 'd', kind: 'day', limit: 100, amount });

  test('that is not known is made from what has been used, its part of it', async () => {
    const limits = store(2);
    expect(await limits.take('a', [minute(9), day(1)])).toEqual({
      refused: null,
      missing: [1],
      states: [],
    });
    await limits.seed([{ key: 'd', kind: 'day', amount: 81 }]);
    const { states } = await limits.take('a', [minute(9), day(1)]);
    expect(states[1]?.remaining).toBe(8);
    await limits.seed([{ key: 'd', kind: 'day', amount: 10 }]);
    expect((await limits.take('a', [day(1)])).states[0]?.remaining).toBe(7);
  });

  test('begins at nothing when the one before was known', async () => {
    const limits = store();
    await limits.seed([{ key: 'd', kind: 'day', amount: 100 }]);
    expect((await limits.take('a', [day(1)])).refused?.waitMs).toBe(86_400_000 - 600_000);
    nowMs = 86_400_000;
    expect((await limits.take('a', [day(1)])).states[0]?.remaining).toBe(99);
  });

  test('that was made anew gets the whole charge of a call that was counted before', async () => {
    const limits = store();
    await limits.seed([{ key: 'd', kind: 'day', amount: 0 }]);
    const { states } = await limits.take('a', [day(50)]);
    const [state] = states;
    if (state === undefined) throw new Error('nothing was taken');
    const { window, made } = state;
    const correction = { key: 'd', kind: 'day', delta: -40, window, amount: 50 } as const;
    await limits.correct('a', [{ ...correction, made }]);
    expect((await limits.take('b', [day(0)])).states[0]?.remaining).toBe(90);
    await limits.correct('a', [{ ...correction, made: made + 1 }]);
    expect((await limits.take('b', [day(0)])).states[0]?.remaining).toBe(80);
  });
});
