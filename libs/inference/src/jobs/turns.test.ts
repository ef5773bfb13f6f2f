import { createTurns } from './turns.ts';

const live = (userId: string) => ({ userId, mode: 'live' as const });
const test_ = (userId: string) => ({ userId, mode: 'test' as const });

/** Takes permits for an owner until it may have no more. */
function fill(
  turns: ReturnType<typeof createTurns>,
  owner: ReturnType<typeof live | typeof test_>,
) {
  const ends: (() => void)[] = [];
  for (let end = turns.take(owner); end !== null; end = turns.take(owner)) ends.push(end);
  return ends;
}

test('nobody has more than half of what the others leave, so whoever comes next finds a permit', () => {
  const turns = createTurns(32);
  const counts = ['a', 'b', 'c', 'd', 'e', 'f'].map((user) => fill(turns, live(user)).length);
  expect(counts).toEqual([16, 8, 4, 2, 1, 1]);
});

test('test keys have a part of their own, whoever they are', () => {
  const turns = createTurns(32);
  expect(fill(turns, test_('a')).length + fill(turns, test_('b')).length).toBe(8);
  expect(turns.order([test_('c'), live('a')])).toEqual([live('a')]);
  expect(fill(turns, live('a'))).toHaveLength(12);
});

test('the owner with the fewest permits goes first, then the owner that was served longest ago', () => {
  const turns = createTurns(32);
  const [a, b, c] = [live('a'), live('b'), live('c')];
  const endA = turns.take(a);
  turns.take(b)?.();
  expect(turns.order([a, b, c])).toEqual([c, b, a]);
  endA?.();
  expect(turns.order([a, b, c])).toEqual([c, a, b]);
  turns.take(c)?.();
  expect(turns.order([a, b, c])).toEqual([a, b, c]);
});

test('a permit that is given back is free', () => {
  const turns = createTurns(2);
  const end = turns.take(live('a'));
  expect(turns.order([live('a')])).toEqual([]);
  end?.();
  expect(turns.order([live('a')])).toEqual([live('a')]);
});
