import {
  correctedBucket,
  drainMs,
  levelAt,
  roomIn,
  waitForRoom,
  windowAt,
} from './minute-bucket.ts';

const MINUTE = 60_000;

describe('a bucket', () => {
  test('drains by its limit each minute', () => {
    const bucket = { level: 10, atMs: 1_000 };
    expect(levelAt(bucket, 20, 1_000)).toBe(10);
    expect(levelAt(bucket, 20, 16_000)).toBe(5);
    expect(levelAt(bucket, 20, 31_000)).toBe(0);
    expect(levelAt(bucket, 20, 500)).toBe(10);
    expect(levelAt(undefined, 20, 0)).toBe(0);
    expect([drainMs(10, 20), roomIn(10, 20), roomIn(12.5, 20), roomIn(25, 20)]).toEqual([
      30_000, 10, 7, 0,
    ]);
  });

  test.each([
    [0, 10, 10, 0],
    [1, 10, 10, 6_000],
    [1, 1, 1, 60_000],
    [0.5, 1, 1, 30_000],
    [20, 10, 1, 66_000],
    [0, 5, 6, null],
  ])('at %p of %i, %i more pass after %p ms', (level, limit, amount, wait) => {
    expect(waitForRoom(level, { limit, amount })).toBe(wait);
  });

  test.each([
    [1, 1, 1],
    [6.3, 7, 3],
    [999, 1_000, 777],
    [30, 7, 2],
  ])(
    'what is told to wait passes afterwards and not before (%p, %i, %i)',
    (level, limit, amount) => {
      const bucket = { level, atMs: 0 };
      const wait = waitForRoom(level, { limit, amount }) ?? Number.NaN;
      expect(waitForRoom(levelAt(bucket, limit, wait), { limit, amount })).toBe(0);
      expect(waitForRoom(levelAt(bucket, limit, wait - 2), { limit, amount })).not.toBe(0);
    },
  );

  test('lets one through each minute at a limit of one', () => {
    let bucket = { level: 0, atMs: 0 };
    for (let minute = 0; minute < 5; minute += 1) {
      const level = levelAt(bucket, 1, minute * MINUTE);
      expect(waitForRoom(level, { limit: 1, amount: 1 })).toBe(0);
      bucket = { level: level + 1, atMs: minute * MINUTE };
    }
  });

  test.each([
    [{ delta: -2, untilMs: 100 }, 99, 4],
    [{ delta: -99, untilMs: 100 }, 99, 0],
    [{ delta: -2, untilMs: 100 }, 100, 6],
    [{ delta: 3, untilMs: 100 }, 500, 9],
  ])('is put right by %o at %i', (correction, nowMs, level) => {
    expect(correctedBucket({ level: 6, atMs: 0 }, correction, nowMs).level).toBe(level);
  });
});

test('days and months end in UTC', () => {
  const now = Date.UTC(2026, 11, 31, 23, 59, 50);
  for (const kind of ['day', 'month'] as const) {
    const { window, endMs } = windowAt(kind, now);
    expect(endMs - now).toBe(10_000);
    expect(windowAt(kind, endMs - 1).window).toBe(window);
    expect(windowAt(kind, endMs).window).toBe(window + 1);
  }
});
