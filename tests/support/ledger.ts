import type { Demo } from './demo.ts';

interface Check {
  id: string;
  ok: boolean;
  violations: { op_id?: string }[];
}

/** The rules that name operations without a hold. */
const WITHOUT_HOLD = ['I13', 'I40', 'I41'];

/**
 * Runs every rule of the ledger of a running stack, and expects that none finds a row; the rules
 * that do are told with their rows.
 * @param sentWithoutHold operations that may be told to have no hold, because a database went that
 *   had it
 */
export async function expectLedgerHolds(
  demo: Pick<Demo, 'platform'>,
  { sentWithoutHold = [] }: { sentWithoutHold?: readonly string[] } = {},
): Promise<void> {
  const { body } = await demo.platform<{ ok: boolean; checks: Check[] }>('GET', '/ledger/verify');
  const broken = body.checks.filter(({ ok }) => !ok);
  const isAllowed = ({ id, violations }: Check): boolean =>
    WITHOUT_HOLD.includes(id) &&
    violations.every(({ op_id: op = '' }) => sentWithoutHold.includes(op));
  expect(broken.filter((check) => !isAllowed(check))).toEqual([]);
  expect(body.ok).toBe(broken.length === 0);
}
