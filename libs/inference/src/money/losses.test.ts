import { GatewayError } from '@tollgate/contract/error-codes';
import type { LossItem } from '@tollgate/contract/losses';
import { createLogger } from '@tollgate/runtime/logger';
import { bookFailed, createLossBook, lossItem } from './losses.ts';
import type { LossBook } from './losses.ts';
import type { Plan } from '../plan.ts';
import type { SpooledDecision } from '../spool/spool.ts';

const prices = { input: 1_000_000n, output: 4_000_000n };
const plan = {
  opId: 'op',
  attempt: 2,
  images: 0,
  possible: { input: 1_000, output: 1_000 },
  estimate: { usage: { input: 500, output: 100 }, amount: 900_000n },
  target: { price: { id: 'p', prices, upliftBp: 0 } },
} as unknown as Plan;
const usage = { input: 10, cache_read: 5, cache_write: 0, output: 7, reasoning: 2 };

test('a loss is what the told usage is worth, or at most what was held, less what was charged', () => {
  const loss = { plan, reason: 'failed' as const, usage, charged: 1_000n };
  const known = lossItem(loss);
  // 15 tokens of input and 9 of output, since the price names no others.
  expect(known).toMatchObject({ op_id: 'op', attempt: 2, cost_nano: '50000', is_known: true });
  const most = lossItem({ ...loss, usage: null });
  expect(most).toMatchObject({ cost_nano: '899000', is_known: false });
  expect(known?.n).not.toBe(most?.n);
  // Impossible usage says nothing about what was lost.
  const lied = lossItem({ ...loss, usage: { ...usage, output: 90_000_000 } });
  expect(lied).toMatchObject({ cost_nano: '899000', is_known: false });
});

test('nothing is lost where all was charged, or nothing has a price', () => {
  const loss = { plan, reason: 'broke' as const, usage: null, charged: 900_000n };
  expect(lossItem(loss)).toBeNull();
  expect(lossItem({ ...loss, plan: { ...plan, estimate: null }, charged: 0n })).toBeNull();
});

test('a loss that billing does not take goes to the spool, and is waited for at the end', async () => {
  const reported: LossItem[] = [];
  const spooled: SpooledDecision[] = [];
  let isAway = false;
  const book = createLossBook({
    billing: {
      async bookLoss(item) {
        await Promise.resolve();
        if (isAway) throw new Error('away');
        reported.push(item);
        return { outcome: 'booked' };
      },
    },
    spool: { append: async (decision) => void spooled.push(decision) },
    logger: createLogger('test', 'silent'),
  });
  book.book({ plan, reason: 'failed', usage, charged: 0n });
  await book.flush();
  isAway = true;
  book.book({ plan, reason: 'left', usage: null, charged: 0n });
  await book.flush();
  expect(reported).toMatchObject([{ reason: 'failed', is_known: true }]);
  expect(spooled).toMatchObject([{ kind: 'loss', item: { reason: 'left', is_known: false } }]);
});

test('a call that our own stop has cut may have cost something', () => {
  const reasons: string[] = [];
  const losses: LossBook = {
    book: ({ reason }) => void reasons.push(reason),
    flush: () => Promise.resolve(),
  };
  bookFailed(losses, plan, new GatewayError('server_shutdown', 'cut'));
  bookFailed(losses, plan, new GatewayError('billing_unavailable', 'away'));
  expect(reasons).toEqual(['shutdown']);
});
