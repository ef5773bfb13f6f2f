import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newUuid } from '@tollgate/runtime/ids';
import { INVARIANTS } from '../../../../services/billing/src/invariants.ts';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';
import { aGrant } from '../a-grant.ts';
import { aSealer } from '../../../ledger/sealing.ts';

const run = promisify(execFile);
const COMMAND = fileURLToPath(
  new URL('../../../../services/billing/src/verify.ts', import.meta.url),
);

let billing: TestBilling;
beforeAll(async () => {
  billing = await aBilling();
  await aGrant(billing, newUuid(), 7);
});
afterAll(async () => {
  await billing.drop();
});

function verifyByCommand(more: Readonly<Record<string, string>> = {}): ReturnType<typeof run> {
  const environment = { DATABASE_URL: billing.ledger.database.urlOf('tollgate_billing'), ...more };
  return run(process.execPath, [COMMAND], { env: environment });
}

describe('GET /internal/ledger/verify answers 200', () => {
  test('every invariant of a sound ledger holds', async () => {
    const { ok, checks } = await (await billing.clientOf('worker')).verifyLedger();
    expect(checks.map(({ id }) => id)).toEqual(INVARIANTS.map(({ id }) => id));
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
  });

  test('the command says the same, and how far the ledger is sealed', async () => {
    const { stdout } = await verifyByCommand();
    const lines = String(stdout).trim().split('\n');
    expect(lines.filter((line) => /^I\d+ /u.test(line))).toHaveLength(INVARIANTS.length);
    expect(String(stdout)).not.toContain('BROKEN');
    expect(lines.at(-1)).toBe('Nothing is sealed yet: every row was read.');
  });

  test('the command reads what is sealed as well when it is told to', async () => {
    await aGrant(billing, newUuid(), 7);
    expect(await aSealer(billing.ledger, 1).seal()).toBe(1);
    const last = async (full: string): Promise<string | undefined> =>
      String((await verifyByCommand({ FULL: full })).stdout)
        .trim()
        .split('\n')
        .at(-1);
    expect(await last('0')).toContain('was not read again but for one stretch');
    expect(await last('1')).toMatch(/^Sealed until .* by 1 seals, .* Every row was read/u);
  });

  test('a broken ledger is shown with what breaks it, and the command fails', async () => {
    const { owner } = billing.ledger;
    await owner.raw('update billing.wallet set granted_n = granted_n + 1, consumed_n = 1');
    const { ok, checks } = await (await billing.clientOf('admin')).verifyLedger();
    expect(ok).toBe(false);
    const broken = checks.filter((check) => !check.ok).map(({ id }) => id);
    expect(broken).toEqual(['I3', 'I5', 'I28']);
    await expect(verifyByCommand()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('BROKEN') as string,
    });
  });
});
