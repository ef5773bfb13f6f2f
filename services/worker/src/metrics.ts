import type { Queue } from 'bullmq';
import { awayReason, REDIS_WORDS } from '@tollgate/inference/limits/away-reason';
import type { BackupAges } from '@tollgate/db/backup/notes';
import type { OpenBatches } from '@tollgate/requests/batches/batch-open.queries';
import type { OpenVideos } from '@tollgate/requests/videos/video-open.queries';
import { counter, histogram, sampledGauge } from '@tollgate/telemetry/metrics';
import { showLatest, startSampler } from '@tollgate/telemetry/sampler';
import type { Sampler } from '@tollgate/telemetry/sampler';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

const jobs = counter({
  name: 'jobs_total',
  help: 'Jobs that ended on this worker.',
  labels: ['queue', 'job', 'outcome'],
});
const jobSeconds = histogram({
  name: 'job_duration_seconds',
  help: 'Duration of jobs.',
  labels: ['queue', 'job'],
});
const refusals = counter({
  name: 'queue_refusals_total',
  help: 'Fetches of jobs that Redis refused, by its word for the reason, such as OOM.',
  labels: ['reason'],
  words: { reason: REDIS_WORDS },
});
const queueJobs = sampledGauge({
  name: 'queue_jobs',
  help: 'Jobs of each queue in Redis.',
  labels: ['queue', 'state'],
});

const videosOpen = sampledGauge({
  name: 'films_open',
  help: 'Videos that have not ended, by how they stand.',
  labels: ['state'],
});
const videoAge = sampledGauge({
  name: 'films_oldest_seconds',
  help: 'Age of the oldest video that has not ended.',
  labels: [],
});

const batchesOpen = sampledGauge({
  name: 'batches_open',
  help: 'Batches that have not ended, by how they stand.',
  labels: ['state'],
});
const batchStill = sampledGauge({
  name: 'batches_still_seconds',
  help: 'For how long the batch that stands still longest has not come further.',
  labels: [],
});

const batchJobsOpen = sampledGauge({
  name: 'batch_jobs_open',
  help: 'Jobs at the batch interfaces of providers whose results are not read.',
  labels: [],
});
const batchJobsOldest = sampledGauge({
  name: 'batch_jobs_oldest_seconds',
  help: 'Age of the oldest job at the batch interface of a provider whose results are not read.',
  labels: [],
});

const backupAge = sampledGauge({
  name: 'backup_age_seconds',
  help: 'Age of what the newest backup shows, of any that is complete and of any that was read again; of the installation while there is none.',
  labels: ['state'],
});

const partitionsMissing = sampledGauge({
  name: 'partitions_missing',
  help: 'Tables without a partition for the days to come, or for the next month where partitions are years.',
  labels: ['table'],
});

const archiveOverdue = sampledGauge({
  name: 'records_archive_overdue_seconds',
  help: 'For how long the oldest day of request records that is not in the archive should have been there; 0 when all are.',
  labels: [],
});

/** Shows how far the archive is behind, where days are archived; all workers show the same. */
export function showArchive(sampler: Sampler<number | null>): () => void {
  return showLatest(archiveOverdue, sampler, (seconds) =>
    seconds === null ? [] : [{ values: [], value: seconds }],
  );
}

/** Shows the tables that lack a partition; all workers show the same. */
export function showPartitions(sampler: Sampler<string[]>): () => void {
  return showLatest(partitionsMissing, sampler, (tables) =>
    tables.map((table) => ({ values: [table], value: 1 })),
  );
}

/** Shows how old the newest backups are, where backups are made; all workers show the same. */
export function showBackups(sampler: Sampler<BackupAges | null>): () => void {
  return showLatest(backupAge, sampler, (ages) =>
    Object.entries(ages ?? {}).map(([state, value]) => ({ values: [state], value })),
  );
}

/** Shows videos that have not ended; all workers show the same. */
export function showVideos(sampler: Sampler<OpenVideos>): void {
  showLatest(videosOpen, sampler, ({ byState }) =>
    Object.entries(byState).map(([state, value]) => ({ values: [state], value })),
  );
  showLatest(videoAge, sampler, ({ oldestSeconds }) => [{ values: [], value: oldestSeconds }]);
}

/** Shows batches that have not ended; all workers show the same. */
export function showBatches(sampler: Sampler<OpenBatches>): void {
  showLatest(batchesOpen, sampler, ({ byState }) =>
    Object.entries(byState).map(([state, value]) => ({ values: [state], value })),
  );
  showLatest(batchStill, sampler, ({ stillSeconds }) => [{ values: [], value: stillSeconds }]);
  showLatest(batchJobsOpen, sampler, ({ jobs: open }) => [{ values: [], value: open }]);
  showLatest(batchJobsOldest, sampler, ({ oldestJobSeconds }) => [
    { values: [], value: oldestJobSeconds },
  ]);
}

/** A job and whose it is. */
export interface NamedJob {
  queue: string;
  /** As the code calls it. */
  job: string;
}

/** Shows a job as 0 before it has ended once, so that its first failure is a rise. */
export function expectJob({ queue, job }: NamedJob): void {
  for (const outcome of ['done', 'failed']) jobs.add([queue, job, outcome], 0);
}

/**
 * Runs a job and counts how it ended.
 * @param isLast false where a failure is followed by another try: such a failure is counted as
 *   `retried`
 */
export async function counted<Result>(
  { queue, job }: NamedJob,
  run: () => Promise<Result>,
  isLast = true,
): Promise<Result> {
  const begunMs = performance.now();
  let outcome = isLast ? 'failed' : 'retried';
  try {
    const result = await run();
    outcome = 'done';
    return result;
  } finally {
    jobs.add([queue, job, outcome]);
    jobSeconds.observeSince([queue, job], begunMs);
  }
}

/** Counts that Redis has refused to give a job; a Redis that is gone refuses nothing. */
export function countRefusal(error: unknown): void {
  const { word } = awayReason(error);
  if (word !== null) refusals.add([word]);
}

/** Shows the jobs of a queue; all workers show the same. Gives what ends it. */
export function showQueue(
  queue: Queue,
  { timers, logger }: { timers: Timers; logger: Logger },
): () => void {
  const sampler = startSampler({
    name: `queue_jobs of ${queue.name}`,
    everyMs: timers.sampleOpen,
    ask: () => queue.getJobCounts(...STATES),
    logger,
  });
  const hide = showLatest(queueJobs, sampler, (counts) =>
    Object.entries(counts).map(([state, count]) => ({ values: [queue.name, state], value: count })),
  );
  return () => {
    sampler.stop();
    hide();
  };
}
