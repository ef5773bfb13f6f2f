import type { Billing } from '@tollgate/billing-client/billing-client';
import type { ReserveItem, ReserveResult } from '@tollgate/contract/billing';
import { watchHolds } from './call-permits.ts';

const ITEM = { op_id: 'one' } as ReserveItem;

function watched(reserve: Billing['reserve']) {
  const waits: number[] = [];
  const billing = watchHolds({ reserve } as Billing, { waited: (ms) => void waits.push(ms) });
  return { billing, waits };
}

describe('watchHolds', () => {
  test('tells of each hold once, and gives its result on', async () => {
    const held = { outcome: 'held' } as ReserveResult;
    const { billing, waits } = watched(async (item) => {
      expect(item).toBe(ITEM);
      return held;
    });
    expect(await billing.reserve(ITEM)).toBe(held);
    expect(waits).toEqual([expect.any(Number)]);
  });

  test('tells of holds that fail as well', async () => {
    const away = new Error('away');
    const { billing, waits } = watched(() => Promise.reject(away));
    await expect(billing.reserve(ITEM)).rejects.toBe(away);
    expect(waits).toHaveLength(1);
  });
});
