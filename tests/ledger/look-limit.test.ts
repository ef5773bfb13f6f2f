import { rows } from '@tollgate/db/connect';
import { lastLedgerLook } from '@tollgate/db/ledger-looks';
import { scaleTimers } from '@tollgate/runtime/timers';
import { INVARIANTS } from '../../services/billing/src/invariants.ts';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import { aLedger, quiet } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => (ledger = await aLedger()));
afterAll(() => ledger.drop());

function verifierFor(limitMs: number) {
  const [db, whole] = ledger.replicas;
  return createVerifier({
    db,
    whole: { db: whole, limitMs },
    timers: scaleTimers(1),
    logger: quiet,
  });
}

describe('a look at the whole ledger that takes longer than it may', () => {
  test('says so instead of failing, and since when the whole is unchecked', async () => {
    expect(await verifierFor(1).verify()).toMatchObject({ ok: false, unchecked_since: null });
    const whole = await verifierFor(60_000).verify();
    expect([whole.ok, whole.checks.length]).toEqual([true, INVARIANTS.length]);
    expect(whole).not.toHaveProperty('unchecked_since');
    const cut = await verifierFor(1).verify();
    const ended = await lastLedgerLook(ledger.owner);
    expect(cut.ok).toBe(false);
    expect(cut.unchecked_since).toBe(ended?.toISOString());
    expect(cut.checks.length).toBeLessThan(INVARIANTS.length);
  });

  test('leaves the connection with the limit that it had', async () => {
    const [, db] = ledger.replicas;
    const [before] = await rows(db, 'show statement_timeout');
    await verifierFor(60_000).verify();
    expect(await rows(db, 'show statement_timeout')).toEqual([before]);
  });
});

test('looks that are asked for at once are one', async () => {
  const verifier = verifierFor(60_000);
  const [one, other] = await Promise.all([verifier.verify(), verifier.verify()]);
  expect(other).toBe(one);
});
