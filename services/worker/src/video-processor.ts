import type { MediaStore } from '@tollgate/media/media-store';
import { claimDueVideo, runVideo } from '@tollgate/inference/jobs/run-video';
import type { RunVideoDeps } from '@tollgate/inference/jobs/run-video';
import { measureOpenVideos } from '@tollgate/requests/videos/video-open.queries';
import { forgetFile, listOverVideos } from '@tollgate/requests/videos/video-work.queries';
import { poll } from '@tollgate/runtime/timers';
import { startSampler } from '@tollgate/telemetry/sampler';
import { beginWork } from '@tollgate/telemetry/tracing';
import { counted, showVideos } from './metrics.ts';
import type { Processor } from './queue.ts';

/** How many videos one worker works on at once; most of their time they are fetched. */
const CONCURRENCY = 8;
/** The most files that are looked up at once. */
const REMOVED_MAX = 100;
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
      const work = traced(claimed.id, () =>
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
      look: () => removeFiles(deps),
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

/**
 * The file goes before the row forgets it: a worker that dies in between removes it again, which
 * does no harm.
 */
async function removeFiles({
  db,
  media,
  timers,
  logger,
}: Pick<VideoProcessorDeps, 'db' | 'media' | 'timers' | 'logger'>): Promise<void> {
  let isMore = true;
  while (isMore) {
    const videos = await listOverVideos(db, REMOVED_MAX);
    isMore = videos.length >= REMOVED_MAX;
    for (const video of videos) {
      try {
        await media.remove(video);
        await forgetFile(db, video);
      } catch (error) {
        isMore = false;
        logger.error({ error, op: video.id }, 'the file of a video stays');
      }
    }
  }
  const removed = await media.removeLeft(timers.videoPart);
  if (removed > 0) logger.info({ removed }, 'parts of files that nobody writes any more');
}

async function traced(id: string, work: () => Promise<void>): Promise<void> {
  const tracing = beginWork('make video', { 'tollgate.operation_id': id });
  try {
    await tracing.run(work);
  } catch (error) {
    tracing.fail('try_again');
    throw error;
  } finally {
    tracing.end();
  }
}
