import { purgeExpiredClaims } from '@tollgate/requests/queries';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 300_000;

/** Forgets stored answers past their day and idempotency keys past their month. */
export const purgeClaimsJob: RepeatedJob = {
  name: 'purge-claims',
  everyMs: () => EVERY_MS,
  run: async ({ db }) => ({ ...(await purgeExpiredClaims(db)) }),
};
