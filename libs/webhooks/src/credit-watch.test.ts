import { judgeCredit } from './credit-watch.ts';
import type { WatchedUser } from './credit-watch.ts';

const AT = new Date('2026-01-02T03:04:05Z');
const BEFORE = new Date('2026-01-02T03:00:00Z');
const AFTER = new Date('2026-01-02T03:02:00Z');
const CREDIT = 1_000_000_000n;

const watched = (state: Partial<WatchedUser['state']> = {}): WatchedUser => ({
  userId: 'U',
  thresholdNano: 5n * CREDIT,
  armedAt: new Date('2026-01-02T03:01:00Z'),
  state: { isLow: false, exhaustedNano: null, ...state },
});
const judge = (user: WatchedUser, balanceNano: bigint, refusedAt: Date | null = null) => {
  const { events, ...rest } = judgeCredit(user, { balanceNano, refusedAt }, AT);
  return { ...rest, types: events.map(({ type }) => type) };
};

test('a fall below the threshold is told once, and again after the balance has been above', () => {
  expect(judge(watched(), 5n * CREDIT).types).toEqual([]);
  expect(judge(watched(), 4n * CREDIT)).toMatchObject({
    types: ['credit.low'],
    state: { isLow: true },
  });
  expect(judge(watched({ isLow: true }), 3n * CREDIT).types).toEqual([]);
  expect(judge(watched({ isLow: true }), 6n * CREDIT).state.isLow).toBe(false);
  expect(judge({ ...watched(), thresholdNano: null }, 1n).types).toEqual([]);
});

test('exhaustion is nothing left, or a refusal since it may be told', () => {
  expect(judge(watched({ isLow: true }), 0n).types).toEqual(['credit.exhausted']);
  expect(judge(watched({ isLow: true }), CREDIT, AFTER).types).toEqual(['credit.exhausted']);
  expect(judge(watched({ isLow: true }), CREDIT, BEFORE).types).toEqual([]);
});

test('exhaustion is told again only once the balance has risen above the least that it was since', () => {
  const reported = watched({ isLow: true, exhaustedNano: CREDIT });
  expect(judge(reported, CREDIT, AFTER)).toMatchObject({ types: [], isArmed: false });
  expect(judge(reported, CREDIT / 2n).state.exhaustedNano).toBe(CREDIT / 2n);
  expect(judge(reported, 2n * CREDIT)).toMatchObject({
    types: [],
    isArmed: true,
    state: { exhaustedNano: null },
  });
});
