import type { Judging, RefusedItem } from '@tollgate/contract/billing';
import { CallError } from '@tollgate/http/call';
import { movements } from './movement.ts';

interface Item {
  user_id: string;
  n: number;
  isNew?: true;
}

interface Result {
  outcome: 'moved';
  n: number;
}

const item = (n: number, userId = 'u'): Item => ({ user_id: userId, n });
const refused = (reason: RefusedItem['reason']): RefusedItem => ({
  outcome: 'refused',
  reason,
  message: `it is ${reason}`,
});

function aMovement(answer: (one: Item, judge: Judging) => Result | RefusedItem | Promise<Result>) {
  const sent: { judge: Judging; items: number[] }[] = [];
  const move = movements<Item, Result>({
    send(_movement, items, { judge }) {
      sent.push({ judge, items: items.map(({ n }) => n) });
      return Promise.all(items.map(async (one) => answer(one, judge)));
    },
    sendMixed: () => Promise.reject(new Error('there is one movement only')),
    asBefore: ({ isNew: _isNew, ...known }) => known,
    staleMs: 1_000,
  })('reserve');
  return { move, sent };
}

const moved = ({ n }: Item): Result => ({ outcome: 'moved', n });

test('an item that is refused for good fails alone', async () => {
  const { move } = aMovement((one) => (one.n === 2 ? refused('invalid') : moved(one)));
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map((n) => move(item(n))));
  expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(second).toMatchObject({ reason: { code: 'invalid_request', message: 'it is invalid' } });
});

test('FA12 items of a locked wallet wait by themselves, and nobody waits for them', async () => {
  const gate: { open?: (result: Result) => void } = {};
  const { move, sent } = aMovement((one, judge) => {
    if (one.user_id !== 'locked') return moved(one);
    if (judge === 'each') return refused('locked');
    return new Promise<Result>((resolve) => (gate.open = resolve));
  });
  const told: number[] = [];
  const waiting = move(item(1, 'locked'), { locked: () => told.push(1) });
  expect(await Promise.all([move(item(2)), move(item(3))])).toMatchObject([{ n: 2 }, { n: 3 }]);
  // Who comes while the wallet is waited for is not asked about it again.
  const behind = move(item(4, 'locked'), { locked: () => told.push(4) });
  expect(await move(item(5))).toMatchObject({ n: 5 });
  gate.open?.({ outcome: 'moved', n: 1 });
  expect(await waiting).toMatchObject({ n: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  gate.open?.({ outcome: 'moved', n: 4 });
  expect(await behind).toMatchObject({ n: 4 });
  expect(told).toEqual([1, 4]);
  expect(sent.filter(({ judge }) => judge === 'alone').map(({ items }) => items)).toEqual([
    [1],
    [4],
  ]);
});

test('FF20 a billing of the release before is told what it knows, and its refusal of a batch is of one item', async () => {
  const sent: Item[][] = [];
  const move = movements<Item, Result>({
    sendMixed: () => Promise.reject(new Error('there is one movement only')),
    async send(_movement, items) {
      sent.push([...items]);
      const isBad = items.some(({ n, isNew }) => n === 2 || isNew === true);
      if (isBad) throw new CallError('answered 422', { status: 422, body: { detail: ['n'] } });
      return items.map(moved);
    },
    asBefore: ({ isNew: _isNew, ...known }) => known,
    staleMs: 1_000,
  })('settle');
  const all = await Promise.allSettled([
    move(item(1)),
    move(item(2)),
    move({ ...item(3), isNew: true }),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(all[1]).toMatchObject({ reason: { code: 'invalid_request' } });
});

/** Both kinds of sending, noted; `knows`: whether the billing process takes several movements at once. */
function severalMovements(knows: boolean) {
  const sent: string[] = [];
  const tell = movements<Item, Result>({
    async send(movement, items) {
      sent.push(`${movement} ${items.map(({ n }) => n).join(' ')}`);
      return items.map(moved);
    },
    async sendMixed(moves) {
      sent.push(moves.map(({ movement, item: { n } }) => `${movement} ${n}`).join(', '));
      return knows ? moves.map((move) => moved(move.item)) : null;
    },
    staleMs: 1_000,
  });
  const all = (): Promise<Result[]> =>
    Promise.all([
      tell('reserve')(item(1)),
      tell('reserve')(item(2)),
      tell('settle')(item(3)),
      tell('release')(item(4)),
    ]);
  return { all, sent };
}

test('movements of every kind leave together while a batch is under way', async () => {
  const { all, sent } = severalMovements(true);
  expect((await all()).map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(sent).toEqual(['reserve 1, reserve 2, settle 3, release 4']);
});

test('FF20 a billing of the release before is told each movement by itself, charges and releases first', async () => {
  const { all, sent } = severalMovements(false);
  expect((await all()).map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(sent.slice(1)).toEqual(['settle 3', 'release 4', 'reserve 1 2']);
});
