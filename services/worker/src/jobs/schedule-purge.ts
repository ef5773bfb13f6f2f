import { acceptDailyPurge } from '@tollgate/retention/purges';
import { transaction } from '@tollgate/db/connect';
import type { RepeatedJob } from '../job.ts';

/** Often enough that a day is never missed; the day's name lets only the first one through. */
const EVERY_MS = 3_600_000;

/** Accepts the purge of the day, for every category by its policy. */
export const schedulePurgeJob: RepeatedJob = {
  name: 'schedule-purge',
  everyMs: () => EVERY_MS,
  run: async ({ db }) => ({ accepted: await transaction(db, (trx) => acceptDailyPurge(trx)) }),
};
