import { mergePartitions } from '@tollgate/db/partitions';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 300_000;
/** Other jobs wait for this worker meanwhile. */
const TURN_MS = 20_000;

/** Makes one partition of the days of a closed month of the ledger, some slices at a time. */
export const mergePartitionsJob: RepeatedJob = {
  name: 'merge-partitions',
  everyMs: () => EVERY_MS,
  async run({ db, logger }) {
    const merge = await mergePartitions(db, TURN_MS);
    if (merge.last !== null) logger.info(merge, 'a month of the ledger is made one partition');
    return merge;
  },
};
