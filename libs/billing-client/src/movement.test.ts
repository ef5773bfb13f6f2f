import type { Judging, RefusedItem } from '@tollgate/contract/billing';
import { CallError } from '@tollgate/http/call';
import { movements } from './movement.ts';

interface Item {
  user_id: string;
  n: number;
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
    send(moves, { judge }) {
      sent.push({ judge, items: moves.map(({ item: { n } }) => n) });
      return Promise.all(moves.map(async (one) => answer(one.item, judge)));
    },
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
  const reported: number[] = [];
  const waiting = move(item(1, 'locked'), { locked: () => reported.push(1) });
  expect(await Promise.all([move(item(2)), move(item(3))])).toMatchObject([{ n: 2 }, { n: 3 }]);
  // Who comes while the wallet is waited for is not asked about it again.
  const behind = move(item(4, 'locked'), { locked: () => reported.push(4) });
  expect(await move(item(5))).toMatchObject({ n: 5 });
  gate.open?.({ outcome: 'moved', n: 1 });
  expect(await waiting).toMatchObject({ n: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  gate.open?.({ outcome: 'moved', n: 4 });
  expect(await behind).toMatchObject({ n: 4 });
  expect(reported).toEqual([1, 4]);
  expect(sent.filter(({ judge }) => judge === 'alone').map(({ items }) => items)).toEqual([
    [1],
    [4],
  ]);
});

test('a batch that billing refuses as a whole fails for the item that is to blame alone', async () => {
  const sent: number[][] = [];
  const report = movements<Item, Result>({
    async send(moves) {
      sent.push(moves.map(({ item: { n } }) => n));
      const isBad = moves.some(({ item: { n } }) => n === 3);
      if (isBad) throw new CallError('answered 422', { status: 422, body: { detail: ['n'] } });
      return moves.map((move) => moved(move.item));
    },
    staleMs: 1_000,
  });
  const all = await Promise.allSettled([
    report('settle')(item(1)),
    report('settle')(item(2)),
    report('reserve')(item(3)),
    report('release')(item(4)),
  ]);
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(all[2]).toMatchObject({ reason: { code: 'invalid_request' } });
  expect(sent).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
});

test('billing that is away is not asked again for the halves of a batch', async () => {
  let asked = 0;
  const report = movements<Item, Result>({
    send() {
      asked++;
      return Promise.reject(new CallError('answered 503', { status: 503, body: {} }));
    },
    staleMs: 1_000,
  });
  const all = await Promise.allSettled([1, 2, 3].map((n) => report('settle')(item(n))));
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked).toBe(1);
});

test('movements of every kind leave together', async () => {
  const sent: string[] = [];
  const report = movements<Item, Result>({
    async send(moves) {
      sent.push(moves.map(({ movement, item: { n } }) => `${movement} ${n}`).join(', '));
      return moves.map((move) => moved(move.item));
    },
    staleMs: 1_000,
  });
  const results = await Promise.all([
    report('reserve')(item(1)),
    report('reserve')(item(2)),
    report('settle')(item(3)),
    report('release')(item(4)),
  ]);
  expect(results.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  expect(sent).toEqual(['reserve 1, reserve 2, settle 3, release 4']);
});
