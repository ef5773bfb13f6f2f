import type { MediaStore } from '@tollgate/media/media-store';
import { claimDueVideo, runVideo } from '@tollgate/inference/jobs/run-video';
import type { RunVideoDeps } from '@tollgate/inference/jobs/run-video';
import { measureOpenVideos } from '@tollgate/requests/videos/video-open.queries';
import { forgetFile, listOverVideos } from '@tollgate/requests/videos/video-work.queries';
import { poll } from '@tollgate/runtime/timers';
import { startSampler } from '@tollgate/telemetry/sampler';
import { counted, showVideos } from './metrics.ts';
import type { Processor } from './queue.ts';
import { removeFiles } from './remove-files.ts';
import { traced } from './traced.ts';

/** How many videos one worker works on at once; most of their time they are fetched. */
const CONCURRENCY = 8;
const QUEUE = 'videos';

export interface VideoProcessorDeps extends Omit<RunVideoDeps, 'media'> {
  media: MediaStore;
  workerId: string;
}

/**
 * Works on videos as they are due. The rows are their own schedule: each says when it is due, and a
 * claim is fenced and leased. So neither a wiped Redis nor a worker that dies makes a video wait
 * longer than a lease.
 */
export function startVideoProcessor(deps: VideoProcessorDeps): Processor {
  const { timers, logger, workerId } = deps;
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const take = async (): Promise<void> => {
    while (!closing.signal.aborted && running.size < CONCURRENCY) {
      const claimed = await claimDueVideo(deps, workerId);
      if (claimed === null) return;
      const work = traced('make video', { 'tollgate.operation_id': claimed.id }, () =>
        counted({ queue: QUEUE, job: 'film' }, () => runVideo(deps, claimed)),
      )
        .catch((error: unknown) => {
          logger.error({ error, op: claimed.id }, 'a video waits for another try');
        })
        .finally(() => running.delete(work));
      running.add(work);
    }
  };
  const looks = [
    poll({
      everyMs: timers.videoPump,
      look: take,
      failed: (error) => logger.warn({ error }, 'videos wait'),
      keepsAlive: true,
    }),
    poll({
      everyMs: timers.expirySweep,
      look: () => removeOver(deps),
      failed: (error) => logger.warn({ error }, 'files of videos stay'),
      keepsAlive: true,
    }),
  ];
  const open = startSampler({
    name: 'films_open',
    everyMs: timers.sampleOpen,
    ask: () => measureOpenVideos(deps.db),
    logger,
  });
  showVideos(open);
  return {
    async close() {
      closing.abort();
      open.stop();
      for (const look of looks) look.stop();
      await Promise.all(looks.map((look) => look.idle()));
      await Promise.all(running);
    },
  };
}

async function removeOver({ db, media, timers, logger }: VideoProcessorDeps): Promise<void> {
  await removeFiles({
    list: (limit) => listOverVideos(db, limit),
    remove: async (video) => {
      await media.remove(video);
      await forgetFile(db, video);
    },
    failed: (error, { id }) => logger.error({ error, op: id }, 'the file of a video stays'),
  });
  const removed = await media.removeLeft(timers.videoPart);
  if (removed > 0) logger.info({ removed }, 'parts of files that nobody writes any more');
}
