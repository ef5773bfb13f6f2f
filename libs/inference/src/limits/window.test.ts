import { corrected, resetOf, usedOf, viewCounter, waitOf } from './window.ts';

const MINUTE = 60_000;
const counter = { window: 10, current: 6, previous: 4 };
const at = (offsetMs: number) => viewCounter(counter, 'minute', 10 * MINUTE + offsetMs);

describe('a sliding minute', () => {
  test('the minute before fades', () => {
    expect(usedOf(at(0))).toBe(10);
    expect(usedOf(at(30_000))).toBe(8);
    expect(usedOf(at(MINUTE))).toBe(6);
    expect(usedOf(at(MINUTE + 30_000))).toBe(3);
    expect(usedOf(at(2 * MINUTE))).toBe(0);
  });

  test.each([
    [0, 10, 1, 15_000],
    [30_000, 8, 1, 15_000],
    [0, 6, 1, 70_000],
    [0, 12, 2, 0],
    [0, 5, 6, null],
  ])('at %i ms under a limit of %i, %i more pass after %p ms', (offset, limit, amount, wait) => {
    expect(waitOf(at(offset), { limit, amount })).toBe(wait);
  });

  test.each([
    [0, 10, 1],
    [12_345, 8, 2],
    [0, 6, 1],
    [59_999, 7, 3],
  ])('what is told to wait passes afterwards (%i, %i, %i)', (offset, limit, amount) => {
    const wait = waitOf(at(offset), { limit, amount }) ?? Number.NaN;
    expect(waitOf(at(offset + wait), { limit, amount })).toBe(0);
    expect(waitOf(at(offset + wait - 2), { limit, amount })).not.toBe(0);
  });

  test('is free again once nothing overlaps', () => {
    expect(resetOf(at(20_000))).toBe(100_000);
    expect(resetOf(at(MINUTE + 20_000))).toBe(40_000);
    expect(resetOf(at(2 * MINUTE))).toBe(0);
  });
});

describe('days and months', () => {
  test('end in UTC', () => {
    const now = Date.UTC(2026, 11, 31, 23, 59, 50);
    for (const kind of ['day', 'month'] as const) {
      const { window } = viewCounter(undefined, kind, now);
      const view = viewCounter({ window, current: 5, previous: 0 }, kind, now);
      expect(waitOf(view, { limit: 5, amount: 1 })).toBe(10_000);
      const next = viewCounter({ window, current: 5, previous: 0 }, kind, now + 10_000);
      expect(usedOf(next)).toBe(0);
    }
  });
});

describe('a correction', () => {
  test.each([
    [10, -2, { current: 4, previous: 4 }],
    [10, -99, { current: 0, previous: 4 }],
    [9, -3, { current: 6, previous: 1 }],
    [9, -99, { current: 6, previous: 0 }],
    [8, -3, { current: 6, previous: 4 }],
  ])('of window %i by %i', (window, delta, expected) => {
    expect(corrected(counter, 'minute', { delta, window })).toEqual({ window: 10, ...expected });
  });

  test("of yesterday does not touch today's", () => {
    expect(corrected(counter, 'day', { delta: -1, window: 9 })).toBe(counter);
  });
});
