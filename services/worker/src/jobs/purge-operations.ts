import { purgeOperations } from '@tollgate/requests/operation-queries';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 300_000;

/** Forgets the results of asynchronous operations a day after their end. */
export const purgeOperationsJob: RepeatedJob = {
  name: 'purge-operations',
  everyMs: () => EVERY_MS,
  run: async ({ db }) => ({ operations: await purgeOperations(db) }),
};
