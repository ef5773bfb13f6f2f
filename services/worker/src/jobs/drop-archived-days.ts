import { isRetryable } from '@tollgate/db/failures';
import { dropArchivedDay } from '@tollgate/requests/records/archived-day.queries';
import { tryAgain } from '@tollgate/runtime/try-again';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 600_000;
/** The most days of one run; what is more waits for the next. */
const DAYS_MAX = 31;
/** The pause between two tries of the lock, in milliseconds, and how many there are. */
const LOCK_PAUSE_MS = 250;
const LOCK_TRIES_MAX = 20;

/** Drops days of request records that lie in the archive and are due to leave the database. */
export const dropArchivedDaysJob: RepeatedJob = {
  name: 'drop-archived-days',
  everyMs: () => EVERY_MS,
  async run({ db, logger }) {
    const days: string[] = [];
    while (days.length < DAYS_MAX) {
      const day = await tryAgain(
        () => dropArchivedDay(db),
        (error, tries) => (isRetryable(error) && tries < LOCK_TRIES_MAX ? LOCK_PAUSE_MS : null),
      );
      if (day === null) break;
      days.push(day);
    }
    if (days.length > 0) logger.info({ days }, 'request records are in the archive alone');
    return { days: days.length };
  },
};
