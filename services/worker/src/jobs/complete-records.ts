import { completeRecords } from '@tollgate/requests/records/record-repair-queries';
import type { RepeatedJob } from '../job.ts';

/** How many intervals each look reaches back, because workers may have been away for a while. */
const INTERVALS_COVERED = 12;

/** Makes the records of charges whose own were lost with their process, and corrects those that tell another charge. */
export const completeRecordsJob: RepeatedJob = {
  name: 'complete-records',
  everyMs: (timers) => timers.completeRecords,
  async run({ db, logger, timers }) {
    const everyMs = timers.completeRecords;
    const made = await completeRecords(db, { fromMs: INTERVALS_COVERED * everyMs, toMs: everyMs });
    if (made.changed + made.recovered > 0) {
      logger.warn(made, 'request records were completed from the ledger');
    }
    return { ...made };
  },
};
