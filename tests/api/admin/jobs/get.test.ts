import { getPlatformJob } from '@tollgate/contract/routes/admin/jobs';
import { aRedis } from '../../../support/redis.ts';
import type { TestRedis } from '../../../support/redis.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { theQueues } from '../support/failed-job.ts';
import type { TestQueues } from '../support/failed-job.ts';

let admin: RunningAdmin;
let redis: TestRedis;
let queues: TestQueues;

beforeAll(async () => {
  redis = await aRedis();
  queues = theQueues(redis.url);
  admin = await anAdmin({ redisUrl: redis.url });
});
afterAll(async () => {
  await queues.drop();
  await admin.drop();
  await redis.drop();
});

const job = (id: string) =>
  admin.send(getPlatformJob, { params: { queue: 'maintenance', job_id: id } });

describe('GET /api/platform/jobs/{queue}/{job_id} answers 200', () => {
  test('a job in each state', async () => {
    const queue = queues.queue('maintenance');
    await queue.add('one', {}, { jobId: 'waits' });
    expect((await job('waits')).body).toMatchObject({ state: 'waiting', failed_at: null });
    await queue.add('one', {}, { jobId: 'later', delay: 60_000 });
    expect((await job('later')).body).toMatchObject({ state: 'delayed', reason: null });
    await queues.fail('maintenance', 'no', 1);
    expect((await job('waits')).body).toMatchObject({ state: 'failed', reason: 'no', attempts: 1 });
    await queue.add('one', {}, { jobId: 'ends' });
    await queues.work('maintenance');
    expect((await job('ends')).body).toMatchObject({ state: 'done', failed_at: null });
  });
});

describe('GET /api/platform/jobs/{queue}/{job_id} answers 404', () => {
  test.each(['nobody', 'wait', 'meta', 'id', 'repeat', 'repeat:nobody', ':'])(
    'to %s, whatever else Redis has under that name',
    async (id) => {
      await queues.schedule('sweep-ledger');
      const { status, body } = await job(id);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    },
  );
});

test('GET /api/platform/jobs/{queue}/{job_id} answers 503 while Redis is away', async () => {
  const alone = await anAdmin();
  const params = { queue: 'maintenance', job_id: 'waits' };
  expect((await alone.send(getPlatformJob, { params })).status).toBe(503);
  await alone.drop();
});
