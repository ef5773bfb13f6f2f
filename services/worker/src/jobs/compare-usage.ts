import { compareWaiting } from '@tollgate/requests/reconciliation/reconciliations';
import type { RepeatedJob } from '../job.ts';

/** Compares our records with the reports of providers that wait; the rows say which and how far. */
export const compareUsageJob: RepeatedJob = {
  name: 'compare-usage',
  everyMs: (timers) => timers.reconcileLook,
  run: async ({ db }) => ({ finished: await compareWaiting(db) }),
};
