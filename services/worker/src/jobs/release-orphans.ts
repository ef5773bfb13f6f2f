import { listKnownOperations } from '@tollgate/requests/operations/operation-queries';
import type { RepeatedJob } from '../job.ts';

/** Gives back the holds of operations that were never written, because what accepted them died in between. */
export const releaseOrphansJob: RepeatedJob = {
  name: 'release-orphans',
  everyMs: (timers) => timers.expirySweep,
  async run({ db, billing, logger, timers }) {
    const holds = await billing.unowned(timers.asyncOrphan);
    const known = new Set(
      await listKnownOperations(
        db,
        holds.map(({ op_id: id }) => id),
      ),
    );
    const orphans = holds.filter(({ op_id: id }) => !known.has(id));
    const reason = 'never_accepted';
    await Promise.all(
      orphans.map(({ op_id, attempt, user_id }) =>
        billing.release({ op_id, attempt, user_id, reason }),
      ),
    );
    const released = orphans.length;
    if (released > 0) logger.warn({ released }, 'holds of operations that do not exist');
    return { released };
  },
};
