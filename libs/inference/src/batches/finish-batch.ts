import type { BatchFault } from '@tollgate/requests/batches/batch.queries';
import { endWithoutResults, noteDelay } from '@tollgate/requests/batches/batch-work.queries';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import type { BatchDeps } from './batch-deps.ts';
import { ResultsNotKept, writeResults } from './write-results.ts';

const MS_PER_MINUTE = 60_000;

/**
 * Writes the results of a batch and ends it. Where the store takes no files, the results stay with
 * the lines, the batch says why, and the next try comes later and later: large files that are
 * written again and again would only fill the store. After a time the batch ends without its files,
 * which are still written once the store takes them.
 * @returns how long the batch waits for its next turn, in milliseconds
 */
export async function finishBatch(deps: BatchDeps, batch: ClaimedBatch): Promise<number> {
  try {
    await writeResults(deps, batch);
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof ResultsNotKept)) throw thrown;
    await putOff(deps, batch, thrown);
    return pauseOf(deps, batch);
  }
}

async function putOff(
  { db, timers, logger }: BatchDeps,
  batch: ClaimedBatch,
  error: ResultsNotKept,
): Promise<void> {
  logger.warn({ error, batch: batch.id }, 'the results of a batch are written later');
  const fence = { id: batch.id, claims: batch.claims };
  if (batch.areResultsDue) return;
  if (batch.stillMs < timers.batchResults) {
    await noteDelay(db, { ...fence, fault: delayed(error, timers.batchResultsPauseMax) });
    return;
  }
  logger.error({ batch: batch.id, user: batch.userId }, 'a batch has ended without its results');
  await endWithoutResults(db, { ...fence, fault: notWritten(error) });
}

/** As long again as the batch has waited already. */
function pauseOf({ timers }: BatchDeps, { stillMs }: ClaimedBatch): number {
  return Math.min(timers.batchResultsPauseMax, Math.max(timers.batchRetry, stillMs));
}

const reasonOf = ({ isFull }: ResultsNotKept): string =>
  isFull ? 'the file store of this installation is full' : 'the file store takes no files';

function delayed(error: ResultsNotKept, pauseMaxMs: number): BatchFault {
  const minutes = Math.ceil(pauseMaxMs / MS_PER_MINUTE);
  return {
    code: 'results_delayed',
    message: `The results cannot be written yet: ${reasonOf(error)}. Every answer is kept, and the files are tried again within ${minutes} minutes.`,
    line: null,
    param: null,
  };
}

function notWritten(error: ResultsNotKept): BatchFault {
  return {
    code: 'results_not_written',
    message: `The results could not be written: ${reasonOf(error)}. Every answer is kept for as long as this batch, and its files are named here once they are written. Ask the operator for room.`,
    line: null,
    param: null,
  };
}
