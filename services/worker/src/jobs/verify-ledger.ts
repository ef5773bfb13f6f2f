import { lastLedgerLook } from '@tollgate/db/ledger-looks';
import type { Db } from '@tollgate/db/connect';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { raiseAlarm } from '@tollgate/webhooks/publish';
import type { JobDeps, RepeatedJob } from '../job.ts';

const EVERY_MS = 3_600_000;
/** A fault that some looks in a row have not found is another one when it comes back. */
const QUIET_MS = 3 * EVERY_MS;

/**
 * Runs every invariant over the whole ledger; a broken one is an alarm for operators, never
 * repaired by a guess. A look that fails or is cut is an alarm as well, since nobody knows then
 * whether the ledger holds.
 */
export const verifyLedgerJob: RepeatedJob = {
  name: 'verify-ledger',
  // Each try is a look at the whole ledger, and a failed one notifies operators.
  tries: 1,
  everyMs: () => EVERY_MS,
  async run({ billing, db, logger }) {
    const found = await lookOf({ billing, db });
    const broken = found.checks.filter((check) => !check.ok);
    const ids = broken.map(({ id }) => id);
    if (ids.length > 0) logger.error({ broken: ids }, 'the ledger breaks its invariants');
    for (const { id, invariant } of broken) {
      const data = { invariant: id, description: invariant };
      await raiseAlarm(db, {
        subject: id,
        event: { ownerId: OPERATORS, type: 'ledger.alarm', at: new Date(), data },
        quietMs: QUIET_MS,
      });
    }
    if (found.unchecked_since !== undefined) {
      await raiseUnchecked(db);
      throw new Error(`the look was cut: the ledger is unchecked since ${found.unchecked_since}`);
    }
    return { ok: found.ok, broken: ids };
  },
};

type Look = Awaited<ReturnType<JobDeps['billing']['verifyLedger']>>;

async function lookOf({ billing, db }: Pick<JobDeps, 'billing' | 'db'>): Promise<Look> {
  try {
    return await billing.verifyLedger();
  } catch (error) {
    await raiseUnchecked(db);
    throw error;
  }
}

async function raiseUnchecked(db: Db): Promise<void> {
  const since = (await lastLedgerLook(db))?.toISOString() ?? null;
  await raiseAlarm(db, {
    subject: 'whole',
    event: { ownerId: OPERATORS, type: 'ledger.unchecked', at: new Date(), data: { since } },
    quietMs: QUIET_MS,
  });
}
