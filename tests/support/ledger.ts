import type { Demo } from './demo.ts';

/** Runs every rule of the ledger of a running stack, and expects that none finds a row; the rules that do are told with their rows. */
export async function expectLedgerHolds(demo: Pick<Demo, 'platform'>): Promise<void> {
  const { body } = await demo.platform<{ ok: boolean; checks: { ok: boolean }[] }>(
    'GET',
    '/ledger/verify',
  );
  expect(body.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(body.ok).toBe(true);
}
