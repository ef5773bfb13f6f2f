import { ensurePartitions } from '@tollgate/db/partitions';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 6 * 3_600_000;

/** Makes the partitions of the coming days. */
export const ensurePartitionsJob: RepeatedJob = {
  name: 'ensure-partitions',
  everyMs: () => EVERY_MS,
  run: async ({ db }) => ({ made: await ensurePartitions(db) }),
};
