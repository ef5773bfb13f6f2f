import type { CallTimes } from '@tollgate/catalog/rows';
import { familyById } from '@tollgate/providers/families';
import { scaleTimers } from '@tollgate/runtime/timers';
import { timersSetBy } from '@tollgate/runtime/variables';
import { callTotalMs, limitsFor } from '../plan.ts';

const timers = scaleTimers(1);

const UNSET = { firstByteSeconds: null, totalSeconds: null };

function planOf(
  id: string,
  dimensions: readonly string[] = ['input', 'output'],
  times: CallTimes = UNSET,
) {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  return { target: { family, times }, resolved: { contract: { dimensions } } };
}

test('a whole answer may take the time of the whole call until its first byte', () => {
  expect(limitsFor(planOf('openai-compatible'), false, timers)).toEqual({
    firstByteMs: 600_000,
    idleMs: 60_000,
    totalMs: 600_000,
  });
});

test.each([
  ['openai-compatible', ['input', 'output'], 30_000],
  ['openai-compatible', ['input', 'output', 'reasoning'], 120_000],
  ['ollama', ['input', 'output'], 300_000],
  ['ollama', ['input', 'output', 'reasoning'], 300_000],
] as const)('a stream of %s with %j begins within %d ms', (family, dimensions, firstByteMs) => {
  expect(limitsFor(planOf(family, dimensions), true, timers)).toMatchObject({
    firstByteMs,
    totalMs: 600_000,
  });
});

test('the installation sets each limit', () => {
  const set = timersSetBy({
    UPSTREAM_TOTAL_SECONDS: 1_800,
    UPSTREAM_FIRST_BYTE_SECONDS: 45,
    UPSTREAM_FIRST_BYTE_REASONING_SECONDS: 240,
    UPSTREAM_FIRST_BYTE_LOADING_SECONDS: 3_600,
  });
  const own = scaleTimers(1, set);
  expect(limitsFor(planOf('openai'), false, own).firstByteMs).toBe(1_800_000);
  expect(limitsFor(planOf('openai'), true, own).firstByteMs).toBe(45_000);
  expect(limitsFor(planOf('openai', ['reasoning']), true, own).firstByteMs).toBe(240_000);
  expect(limitsFor(planOf('ollama'), true, own).firstByteMs).toBe(1_800_000);
});

test('a further target has the time that is left of the call', () => {
  const plan = { ...planOf('openai'), endsAtMs: performance.now() + 10_000 };
  const { firstByteMs, totalMs } = limitsFor(plan, true, timers);
  expect(totalMs).toBeLessThanOrEqual(10_000);
  expect(firstByteMs).toBe(totalMs);
});

test('a limit that is set for a model or a credential goes before those of the installation, longer or shorter', () => {
  const times = { firstByteSeconds: 240, totalSeconds: 1_800 };
  const plan = planOf('openai', ['input', 'reasoning'], times);
  expect(limitsFor(plan, true, timers)).toMatchObject({
    firstByteMs: 240_000,
    totalMs: 1_800_000,
  });
  expect(limitsFor(plan, false, timers).firstByteMs).toBe(1_800_000);
  const short = planOf('ollama', ['input'], { firstByteSeconds: 5, totalSeconds: null });
  expect(limitsFor(short, true, scaleTimers(0.1))).toMatchObject({
    firstByteMs: 500,
    totalMs: 60_000,
  });
});

test('a call of several targets may take as long as the slowest of them', () => {
  const targets = [UNSET, { ...UNSET, totalSeconds: 3_600 }, { ...UNSET, totalSeconds: 60 }].map(
    (times) => ({ times }),
  );
  expect(callTotalMs({ resolved: { targets } }, timers)).toBe(3_600_000);
  expect(callTotalMs({ resolved: { targets: targets.slice(0, 1) } }, timers)).toBe(600_000);
});
