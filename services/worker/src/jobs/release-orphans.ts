import { VIDEO_HOLDER } from '@tollgate/contract/billing';
import type { Reservation } from '@tollgate/contract/billing';
import { listKnownOperations } from '@tollgate/requests/operations/operation.queries';
import { listKnownVideos } from '@tollgate/requests/videos/video.queries';
import type { JobDeps, RepeatedJob } from '../job.ts';

/**
 * Gives back the holds of operations and videos that were never written, because what accepted them
 * died in between.
 */
export const releaseOrphansJob: RepeatedJob = {
  name: 'release-orphans',
  everyMs: (timers) => timers.expirySweep,
  async run(deps) {
    const { billing, timers } = deps;
    const operations = await billing.unowned(timers.asyncOrphan);
    const released = await releaseUnknown(deps, operations, listKnownOperations);
    const videos = await billing.unowned(timers.asyncOrphan, VIDEO_HOLDER);
    return { released: released + (await releaseUnknown(deps, videos, listKnownVideos)) };
  },
};

async function releaseUnknown(
  { db, billing, logger }: JobDeps,
  holds: readonly Reservation[],
  listKnown: typeof listKnownOperations,
): Promise<number> {
  const ids = holds.map(({ op_id: id }) => id);
  const known = new Set(await listKnown(db, ids));
  const orphans = holds.filter(({ op_id: id }) => !known.has(id));
  const reason = 'never_accepted';
  await Promise.all(
    orphans.map(({ op_id, attempt, user_id }) =>
      billing.release({ op_id, attempt, user_id, reason }),
    ),
  );
  const released = orphans.length;
  if (released > 0) logger.warn({ released }, 'holds of operations that do not exist');
  return released;
}
