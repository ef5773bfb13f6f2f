import { connectDatabase } from '@tollgate/db/connect';
import { lastLedgerLook, noteLedgerLook } from '@tollgate/db/ledger-looks';
import { verifyPlatformLedger } from '@tollgate/contract/routes/admin/ledger';
import type { AdminDeps } from '../../../../services/admin/src/deps.ts';
import { handleVerifyPlatformLedger } from '../../../../services/admin/src/routes/ledger/verify.ts';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';

describe('GET /api/platform/ledger/verify answers 200', () => {
  test('every invariant by name', async () => {
    const database = await aDatabase();
    const billing = await aBilling(database);
    const admin = await anAdmin({ database, billingUrl: billing.url });
    const { body } = await admin.send(verifyPlatformLedger);
    expect(body.ok).toBe(true);
    expect(body.checks.length).toBeGreaterThan(0);
    await billing.drop();
    await admin.drop();
  });
});

describe('GET /api/platform/ledger/verify answers 503', () => {
  test('while billing is away', async () => {
    const admin = await anAdmin();
    expect((await admin.send(verifyPlatformLedger)).status).toBe(503);
    await admin.drop();
  });
});

test('a look that takes longer than an administrator waits is told as unchecked, since when the newest one ended', async () => {
  const database = await aDatabase();
  const open = (url: string) => connectDatabase({ url, applicationName: 'test-verify' });
  const db = open(database.urlOf('tollgate_admin'));
  const billingDb = open(database.urlOf('tollgate_billing'));
  const never = { verifyLedger: () => new Promise<never>(() => undefined) };
  const { handler } = handleVerifyPlatformLedger(
    { db, billing: never } as unknown as AdminDeps,
    10,
  );
  const ask = async (): Promise<unknown> => handler({} as never, {} as never);
  try {
    expect(await ask()).toEqual({ ok: false, unchecked_since: null, checks: [] });
    await noteLedgerLook(billingDb);
    const since = (await lastLedgerLook(db))?.toISOString();
    expect(since).toMatch(/Z$/u);
    expect(await ask()).toEqual({ ok: false, unchecked_since: since, checks: [] });
  } finally {
    await Promise.all([db.destroy(), billingDb.destroy()]);
    await database.drop();
  }
});
