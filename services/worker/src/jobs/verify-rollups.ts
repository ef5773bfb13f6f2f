import {
  findRollupFaults,
  findSessionFaults,
  findTagFaults,
} from '@tollgate/requests/usage/rollup.queries';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const FAULTS_SHOWN_MAX = 20;

/**
 * Compares the sums of yesterday with their records; a sum that is wrong is an alarm, never
 * repaired by a guess.
 */
export const verifyRollupsJob: RepeatedJob = {
  name: 'verify-rollups',
  everyMs: () => EVERY_MS,
  async run({ db, logger }) {
    const today = new Date();
    const yesterday = new Date(today.getTime() - DAY_MS);
    const days = { from: dayOf(yesterday), until: dayOf(today) };
    const faults = [
      ...(await findRollupFaults(db, days, FAULTS_SHOWN_MAX)),
      ...(await findSessionFaults(db, days, FAULTS_SHOWN_MAX)),
      ...(await findTagFaults(db, days, FAULTS_SHOWN_MAX)),
    ];
    if (faults.length > 0) logger.error({ faults }, 'sums differ from the request records');
    return { ok: faults.length === 0, faults: faults.length };
  },
};

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
