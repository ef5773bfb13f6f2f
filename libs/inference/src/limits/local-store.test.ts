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

beforeEach(() => (nowMs = 600_000));

test('exactly as many as the limit pass', async () => {
  const limits = store();
  for (let left = 4; left >= 0; left -= 1) {
    const { refused, states } = await limits.take('a', [minute(5)]);
    expect(refused).toBeNull();
    expect(states).toEqual([{ remaining: left, window: 10, resetMs: 120_000 }]);
  }
  expect((await limits.take('a', [minute(5)])).refused).toEqual({ index: 0, waitMs: 72_000 });
  nowMs += 72_000;
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

test('a slot is free again when its call gives it back', async () => {
  const limits = store();
  await limits.take('a', [slots(1)]);
  expect((await limits.take('b', [slots(1)])).refused).not.toBeNull();
  await limits.correct('b', [{ key: 's', kind: 'slots', delta: 0, window: 0 }]);
  expect((await limits.take('b', [slots(1)])).refused).not.toBeNull();
  await limits.correct('a', [{ key: 's', kind: 'slots', delta: 0, window: 0 }]);
  expect((await limits.take('b', [slots(1)])).refused).toBeNull();
});

test('a correction gives back what was not used', async () => {
  const limits = store();
  const { states } = await limits.take('a', [minute(10, 9)]);
  const window = states[0]?.window ?? 0;
  await limits.correct('a', [{ key: 'm', kind: 'minute', delta: -7, window }]);
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
