import { expireNow } from '@tollgate/retention/policies';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 300_000;

/**
 * Forgets the results of asynchronous operations past their policy: a day after their end unless
 * somebody keeps them longer.
 */
export const purgeOperationsJob: RepeatedJob = {
  name: 'purge-operations',
  everyMs: () => EVERY_MS,
  run: async ({ db }) => ({ operations: await expireNow(db, 'async_results') }),
};
