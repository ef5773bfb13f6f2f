import {
  completeRecords,
  getUncompleted,
  updateCompletion,
} from '@tollgate/requests/records/record-repair-queries';
import type { CompletedRecords } from '@tollgate/requests/records/record-repair-queries';
import type { JobDeps, RepeatedJob } from '../job.ts';

/** How many intervals before the end of the last run are compared again, because a record may come behind its charge. */
const INTERVALS_OVERLAPPING = 12;

/** How many intervals one statement compares. */
const INTERVALS_A_SLICE = 12;

/** The most slices of one run: with intervals of ten minutes a run catches up with 22 hours. */
const SLICES_A_RUN = 12;

/**
 * Makes the records of charges whose own were lost with their process, and corrects those that tell another charge. It goes on where
 * the last run stopped, however long ago that was, a bounded number of slices a run.
 */
export const completeRecordsJob: RepeatedJob = {
  name: 'complete-records',
  everyMs: (timers) => timers.completeRecords,
  async run(deps) {
    const made = await completeNextSlices(deps);
    if (made.changed + made.recovered > 0) {
      deps.logger.warn(made, 'request records were completed from the ledger');
    }
    return { ...made };
  },
};

async function completeNextSlices({ db, timers }: JobDeps): Promise<CompletedRecords> {
  const everyMs = timers.completeRecords;
  const open = await getUncompleted(db, {
    settledMs: everyMs,
    overlapMs: INTERVALS_OVERLAPPING * everyMs,
  });
  const made = { changed: 0, recovered: 0 };
  let from = open.from;
  for (let slice = 0; slice < SLICES_A_RUN && from < open.until; slice += 1) {
    const end = Math.min(from.getTime() + INTERVALS_A_SLICE * everyMs, open.until.getTime());
    const until = new Date(end);
    const { changed, recovered } = await completeRecords(db, { from, until });
    await updateCompletion(db, until);
    made.changed += changed;
    made.recovered += recovered;
    from = until;
  }
  return made;
}
