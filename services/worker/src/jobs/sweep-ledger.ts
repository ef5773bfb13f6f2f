import type { RepeatedJob } from '../job.ts';

/**
 * Closes holds whose owner is gone or whose end has passed, and expires grants, even if no billing
 * process does so itself.
 */
export const sweepLedgerJob: RepeatedJob = {
  name: 'sweep-ledger',
  everyMs: (timers) => timers.ownerSweep,
  run: async ({ billing }) => billing.sweep(),
};
