import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { QUEUES } from '@tollgate/contract/queues';
import type { QueueName } from '@tollgate/contract/queues';
import { newUuid } from '@tollgate/runtime/ids';
import { begin, chatLine, clientOf } from '../support/a-batch.ts';
import { eventually } from '../support/eventually.ts';
import { GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { go, heading } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const VEO = 'google/veo-3.1-generate-preview';
const PAGE_MS = 120_000;
const DAY_MS = 86_400_000;

interface Failure {
  name: string;
  data: object;
  reason: string;
}

/**
 * Leaves a job as workers leave one that has failed; those of the stack would only fail if they
 * were broken.
 */
async function putFailed(url: string, name: QueueName, failure: Failure): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUES[name], { connection: redis });
  const jobId = `shown-${newUuid()}`;
  const opts = { jobId, delay: DAY_MS, removeOnComplete: true };
  await queue.add(failure.name, failure.data, opts);
  const at = Date.now();
  await redis
    .multi()
    .zrem(queue.toKey('delayed'), jobId)
    .hset(queue.toKey(jobId), { atm: 1, finishedOn: at, failedReason: failure.reason })
    .zadd(queue.toKey('failed'), at, jobId)
    .exec();
  await queue.close();
  redis.disconnect();
}

/** The administrators’ page about what the workers do, with videos that do not end. */
export function jobsPages(at: () => ConsoleUnderTest): void {
  test(
    'shows queues, the schedule, videos and batches, ends a video and cancels a batch',
    async () => {
      const { page, demo } = at();
      await page.goto(at().base);
      await go(page, 'Jobs');
      await heading(page, 'Schedule');
      await page.getByRole('region', { name: 'Queues' }).getByText('maintenance').waitFor();
      await page.getByText('No videos in progress.').waitFor();
      await setUpFamily(demo, { ...GOOGLE, models: [VEO] });
      const asked = { model: VEO, prompt: '[video: polls=1000000]', seconds: 4 };
      const { body: video } = await demo.v1<{ id: string }>('/videos', asked);
      await page.reload();
      const videos = page.getByRole('region', { name: 'Videos in progress' });
      await videos.getByText(video.id).waitFor();
      await videos.getByRole('link', { name: demo.env.TOLLGATE_USER_EMAIL }).waitFor();
      await at().look('jobs');
      await videos.getByRole('button', { name: 'End' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill(video.id);
      await dialog.getByRole('button', { name: 'End' }).click();
      await dialog.waitFor({ state: 'detached' });
      await eventually(async () => {
        const { body } = await demo.v1<{ status: string }>(`/videos/${video.id}`);
        return body.status === 'failed';
      });
      const client = clientOf(demo);
      const slow = chatLine(demo, 'slow', '[[provider: delay=30000]] Hi');
      const { id } = await begin(client, [slow]);
      await page.reload();
      const batches = page.getByRole('region', { name: 'Open batches' });
      await batches.getByRole('button', { name: 'Cancel' }).click();
      await at().look('jobs-batches');
      await dialog.getByRole('textbox').fill(id);
      await dialog.getByRole('button', { name: 'Cancel' }).last().click();
      await dialog.waitFor({ state: 'detached' });
      await batches.getByText('cancelling').waitFor();
      await at().look('jobs-cancelling');
    },
    PAGE_MS,
  );

  test(
    'lists failed jobs, runs one again and tells what became of it',
    async () => {
      const { page, demo } = at();
      const { redisUrl } = demo.stack.connections;
      const reason = 'billing is away';
      await putFailed(redisUrl, 'maintenance', { name: 'sweep-ledger', data: {}, reason });
      await putFailed(redisUrl, 'retention', { name: 'purge', data: { id: newUuid() }, reason });
      await page.goto(at().base);
      await go(page, 'Jobs');
      const failed = page.getByRole('region', { name: 'Failed jobs' });
      await failed.getByText(reason).waitFor();
      await at().look('jobs-failed');
      await failed.getByRole('button', { name: 'Retry: sweep-ledger' }).click();
      await page.getByText('succeeded').waitFor();
      await page.getByText('No failed jobs in this queue.').waitFor();
      // The browser tells of each answer that is an error: the job is gone, because it has run
      // well.
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('404')]);
      await page.getByLabel('Queue', { exact: true }).selectOption('retention');
      await failed.getByText('Nothing to retry').waitFor();
      expect(await failed.getByRole('button', { name: /^Retry/u }).count()).toBe(0);
    },
    PAGE_MS,
  );
}
