import { forgetOldAlarms } from '@tollgate/webhooks/purge.queries';
import type { RepeatedJob } from '../job.ts';

const EVERY_MS = 3_600_000;

/** Forgets troubles that are long over. */
export const forgetAlarmsJob: RepeatedJob = {
  name: 'forget-alarms',
  everyMs: () => EVERY_MS,
  async run({ db }) {
    await forgetOldAlarms(db);
    return {};
  },
};
