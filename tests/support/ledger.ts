import type { Demo } from './demo.ts';

interface Check {
  id: string;
  ok: boolean;
  violations: unknown[];
}

/**
 * Runs every rule of the ledger of a running stack, and expects that none finds a row; the rules that do are told with their rows.
 * @param sentWithoutHold how many requests may be told to have no hold, because a database went that had it
 */
export async function expectLedgerHolds(
  demo: Pick<Demo, 'platform'>,
  { sentWithoutHold = 0 }: { sentWithoutHold?: number } = {},
): Promise<void> {
  const { body } = await demo.platform<{ ok: boolean; checks: Check[] }>('GET', '/ledger/verify');
  const broken = body.checks.filter(({ ok }) => !ok);
  expect(
    broken.filter(({ id, violations }) => id !== 'I13' || violations.length > sentWithoutHold),
  ).toEqual([]);
  expect(body.ok).toBe(broken.length === 0);
}
