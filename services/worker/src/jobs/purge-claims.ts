import { forgetExpiredBodies } from '@tollgate/requests/operations/idempotency.queries';
import { expireNow } from '@tollgate/retention/policies';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 300_000;

/** Forgets stored answers past their day, and idempotency keys past their policy. */
export const purgeClaimsJob: RepeatedJob = {
  name: 'purge-claims',
  everyMs: () => EVERY_MS,
  run: async ({ db }) => ({
    bodies: await forgetExpiredBodies(db),
    names: await expireNow(db, 'idempotency_records'),
  }),
};
