import type { Reservation, SettleItem } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { createLogger } from '@tollgate/runtime/logger';
import { deliverTo } from './deliver.ts';

const ITEM: SettleItem = {
  op_id: '019b76da-a800-7000-8000-000000000001',
  attempt: 1,
  user_id: '019b76da-a800-7000-8000-000000000002',
  cost_nano: '30',
  usage: { output: 5, input: 10 },
  usage_source: 'provider',
};

const hold = (more: Partial<Reservation>): Reservation =>
  ({ attempt: 1, charged_nano: null, usage: null, usage_source: null, ...more }) as Reservation;

/** The verdict on the settlement when billing answers so and has these holds. */
function deliver(answer: string | GatewayError, holds: Reservation[] = []): Promise<string | null> {
  const billing = {
    settle: () =>
      typeof answer === 'string'
        ? Promise.resolve({ outcome: answer, charged_nano: '0', uncovered_nano: '0' } as never)
        : Promise.reject(answer),
    release: () => Promise.reject(new Error('nothing is released')),
    bookLoss: () => Promise.reject(new Error('nothing is lost')),
    reservations: () => Promise.resolve(holds),
  };
  return deliverTo(billing, createLogger('test', 'silent'))({ kind: 'settle', item: ITEM });
}

test.each(['settled', 'repeated', 'late'])('%s stands', async (outcome) => {
  expect(await deliver(outcome)).toBeNull();
});

test('FD12 a hold that billing does not know is for people to look at', async () => {
  expect(await deliver('unknown')).toBe('billing knows no such hold');
});

test('FD13 what billing refuses for good is for people to look at, what it cannot do now is told again', async () => {
  expect(await deliver(new GatewayError('invalid_request', 'too large'))).toBe('too large');
  const away = new GatewayError('billing_unavailable', 'away');
  await expect(deliver(away)).rejects.toBe(away);
});

test('of a closed operation a charge and a loss are for people to look at, and a release is done', async () => {
  const closed = new GatewayError('operation_closed', 'too old');
  expect(await deliver(closed)).toBe('too old');
  const billing = {
    settle: () => Promise.reject(closed),
    release: () => Promise.reject(closed),
    bookLoss: () => Promise.resolve({ outcome: 'left' as const }),
    reservations: () => Promise.resolve([]),
  };
  const deliverAny = deliverTo(billing, createLogger('test', 'silent'));
  const { op_id, attempt, user_id } = ITEM;
  const release = { op_id, attempt, user_id, reason: 'test' };
  expect(await deliverAny({ kind: 'release', item: release })).toBeNull();
  const loss = { op_id, attempt, n: 1, reason: 'failed', cost_nano: '1', is_known: true } as const;
  expect(await deliverAny({ kind: 'loss', item: loss })).toMatch('too old for a loss');
});

describe('a conflict is compared with what is booked', () => {
  const same = { usage: { input: 10, output: 5 }, usage_source: 'provider' as const };
  test('the same usage is the same settlement', async () => {
    expect(await deliver('conflict', [hold({ charged_nano: '25', ...same })])).toBeNull();
  });

  test('FD07 another attempt stands in its place', async () => {
    const released = hold({ charged_nano: null });
    expect(await deliver('conflict', [released, hold({ attempt: 2 })])).toBeNull();
    const first = hold({ attempt: 2, charged_nano: '7' });
    expect(await deliver('conflict', [first])).toBeNull();
  });

  test('FD04 other usage is for people to look at', async () => {
    const other = hold({ charged_nano: '25', ...same, usage: { input: 1 } });
    expect(await deliver('conflict', [other])).toMatch('settled by 25 nano-credits');
    expect(await deliver('conflict', [hold({})])).toBe('the hold was given back');
  });
});
