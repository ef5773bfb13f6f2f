import { OPERATORS } from '@tollgate/webhooks/owner';
import { raiseAlarm } from '@tollgate/webhooks/publish';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 3_600_000;
/** A fault that some looks in a row have not found is another one when it comes back. */
const QUIET_MS = 3 * EVERY_MS;

/** Runs every invariant over the whole book; what is broken is an alarm, told to operators, never repaired by a guess. */
export const verifyLedgerJob: RepeatedJob = {
  name: 'verify-ledger',
  everyMs: () => EVERY_MS,
  async run({ billing, db, logger }) {
    const { ok, checks } = await billing.verifyLedger();
    const broken = checks.filter((check) => !check.ok);
    const ids = broken.map(({ id }) => id);
    if (!ok) logger.error({ broken: ids }, 'the ledger breaks its invariants');
    for (const { id, invariant } of broken) {
      const data = { invariant: id, description: invariant };
      await raiseAlarm(db, {
        subject: id,
        event: { ownerId: OPERATORS, type: 'ledger.alarm', at: new Date(), data },
        quietMs: QUIET_MS,
      });
    }
    return { ok, broken: ids };
  },
};
