import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 3_600_000;

/** Runs every invariant over the whole book; what is broken is an alarm, never repaired by a guess. */
export const verifyLedgerJob: RepeatedJob = {
  name: 'verify-ledger',
  everyMs: () => EVERY_MS,
  async run({ billing, logger }) {
    const { ok, checks } = await billing.verifyLedger();
    const broken = checks.filter((check) => !check.ok).map(({ id }) => id);
    if (!ok) logger.error({ broken }, 'the ledger breaks its invariants');
    return { ok, broken };
  },
};
