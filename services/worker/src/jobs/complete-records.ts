import { isDataFault } from '@tollgate/db/failures';
import {
  completeRecords,
  forgetGap,
  getUncompleted,
  listGaps,
  noteGap,
  updateCompletion,
} from '@tollgate/requests/records/record-repair.queries';
import type {
  CompletedRecords,
  CompletedSpan,
} from '@tollgate/requests/records/record-repair.queries';
import type { JobDeps, RepeatedJob } from '../job.ts';

/**
 * How many intervals before the end of the last run are compared again, because a record may come
 * behind its charge.
 */
const INTERVALS_OVERLAPPING = 12;

/** How many intervals one statement compares. */
const INTERVALS_A_SLICE = 12;

/** The most slices of one run: with intervals of ten minutes a run catches up with 22 hours. */
const SLICES_A_RUN = 12;

/**
 * The most refused statements of one run. A refused row of a slice of two hours costs about 24 of
 * them.
 */
const REFUSALS_A_RUN = 200;

/** What a run has done, and how often the database has refused its statements. */
interface Run extends CompletedRecords {
  refusals: number;
}

/**
 * Makes the records of charges whose own were lost with their process, and corrects those that have
 * another charge. It goes on where the last run stopped, however long ago that was, a bounded
 * number of slices a run. A row that the database refuses holds up the millisecond that it is of
 * and nothing else; the job fails for as long as there is one, and names it.
 */
export const completeRecordsJob: RepeatedJob = {
  name: 'complete-records',
  everyMs: (timers) => timers.completeRecords,
  async run(deps) {
    const run: Run = { changed: 0, recovered: 0, refusals: 0 };
    await tryGapsAgain(deps, run);
    await completeNextSlices(deps, run);
    const { changed, recovered } = run;
    if (changed + recovered > 0) {
      deps.logger.warn({ changed, recovered }, 'request records were completed from the ledger');
    }
    await assertNoGaps(deps);
    return { changed, recovered };
  },
};

async function completeNextSlices(deps: JobDeps, run: Run): Promise<void> {
  const { db, timers } = deps;
  const everyMs = timers.completeRecords;
  const open = await getUncompleted(db, {
    settledMs: everyMs,
    overlapMs: INTERVALS_OVERLAPPING * everyMs,
  });
  let from = open.from;
  for (let slice = 0; slice < SLICES_A_RUN && from < open.until; slice += 1) {
    const end = Math.min(from.getTime() + INTERVALS_A_SLICE * everyMs, open.until.getTime());
    const until = new Date(end);
    await completeSpan(deps, run, { from, until });
    await updateCompletion(db, until);
    from = until;
  }
}

/**
 * Completes a span. One that the database refuses for its data is halved until the refused
 * millisecond is alone, which is noted and left.
 * @throws what has another cause than the data, and the refusal itself once a run has met too many
 */
async function completeSpan(deps: JobDeps, run: Run, span: CompletedSpan): Promise<void> {
  try {
    const { changed, recovered } = await completeRecords(deps.db, span);
    run.changed += changed;
    run.recovered += recovered;
  } catch (error) {
    run.refusals += 1;
    if (!isDataFault(error) || run.refusals > REFUSALS_A_RUN) throw error;
    const { from, until } = span;
    const lengthMs = until.getTime() - from.getTime();
    if (lengthMs <= 1) {
      deps.logger.error({ error, from }, 'request records of a moment cannot be completed');
      await noteGap(deps.db, span, reasonOf(error));
      return;
    }
    const middle = new Date(from.getTime() + Math.floor(lengthMs / 2));
    await completeSpan(deps, run, { from, until: middle });
    await completeSpan(deps, run, { from: middle, until });
  }
}

async function tryGapsAgain({ db }: JobDeps, run: Run): Promise<void> {
  for (const gap of await listGaps(db)) {
    try {
      const { changed, recovered } = await completeRecords(db, gap);
      run.changed += changed;
      run.recovered += recovered;
    } catch (error) {
      if (!isDataFault(error)) throw error;
      continue;
    }
    await forgetGap(db, gap);
  }
}

/** @throws Error that names the oldest moment whose records cannot be completed */
async function assertNoGaps({ db }: JobDeps): Promise<void> {
  const [oldest] = await listGaps(db);
  if (oldest === undefined) return;
  throw new Error(
    `Request records of ${oldest.from.toISOString()} cannot be completed: ${oldest.reason}. All others were compared. See requests.completion_gap.`,
  );
}

/** What PostgreSQL says of a refusal; its detail names the row. */
function reasonOf(error: unknown): string {
  const { message = '', detail = '' } = error as { message?: string; detail?: string };
  return detail === '' ? message : `${message} (${detail})`;
}
