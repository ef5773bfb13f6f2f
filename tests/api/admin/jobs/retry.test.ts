import { newUuid } from '@tollgate/runtime/ids';
import {
  listPlatformFailedJobs,
  getPlatformJob,
  retryPlatformJob,
} from '@tollgate/contract/routes/admin/jobs';
import { aRedis } from '../../../support/redis.ts';
import type { TestRedis } from '../../../support/redis.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { theQueues } from '../support/failed-job.ts';
import type { TestQueues } from '../support/failed-job.ts';
import { eventsOf } from '../support/trail.ts';

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

interface Failed {
  id: string;
  failed_at: string;
}

const newestFailed = async (queue: string): Promise<Failed> =>
  (await admin.send(listPlatformFailedJobs, { params: { queue } })).body[0];
const retry = (queue: string, id: string, body: unknown) =>
  admin.send(retryPlatformJob, { params: { queue, job_id: id }, body });
const stateOf = async (id: string): Promise<{ status: number; body: { state: string } }> =>
  admin.send(getPlatformJob, { params: { queue: 'maintenance', job_id: id } });
const retries = () => eventsOf(admin, 'job.retry');

describe('POST /api/platform/jobs/{queue}/{job_id}/retry answers 202', () => {
  test('the job runs once for a failure', async () => {
    await queues.schedule('sweep-ledger');
    await queues.fail('maintenance', 'billing is away', 1);
    const { id, failed_at: at } = await newestFailed('maintenance');
    const asked = { failed_at: at, reason: 'billing is back' };
    const both = await Promise.all([
      retry('maintenance', id, asked),
      retry('maintenance', id, asked),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      202, 409,
    ]);
    expect(both.find(({ status }) => status === 202)?.body).toMatchObject({
      id,
      state: 'waiting',
      failed_at: null,
      reason: null,
    });
    expect((await stateOf(id)).body.state).toBe('waiting');
    expect(await queues.queue('maintenance').getWaitingCount()).toBe(1);
    const again = await retry('maintenance', id, asked);
    expect(again.body.error).toMatchObject({
      code: 'conflict',
      message: 'The job is no longer failed: it is waiting.',
    });
    const events = await retries();
    expect(events).toHaveLength(1);
    expect(events[0]?.['details']).toMatchObject({
      queue: 'maintenance',
      job: id,
      name: 'sweep-ledger',
      attempts: 1,
      failure: 'billing is away',
      reason: 'billing is back',
    });

    await queues.fail('maintenance', 'still away', 1);
    const twice = await newestFailed('maintenance');
    expect(twice).toMatchObject({ id, attempts: 2, reason: 'still away' });
    const old = await retry('maintenance', id, asked);
    expect([old.status, old.body.error.param]).toEqual([409, 'failed_at']);
    expect((await retry('maintenance', id, { failed_at: twice.failed_at })).status).toBe(202);
    await queues.work('maintenance');
    expect((await stateOf(id)).status).toBe(404);
    expect((await retry('maintenance', id, { failed_at: twice.failed_at })).status).toBe(404);
    expect(await retries()).toHaveLength(2);
  });
});

describe('POST /api/platform/jobs/{queue}/{job_id}/retry answers 409', () => {
  test.each([
    ['async', 'run', 'its caller', 'never sent to a provider again'],
    ['retention', 'purge', 'the page', 'bound to what was counted'],
    ['webhooks', 'deliver', 'the deliveries', 'from the deliveries of its webhook'],
  ] as const)('to a job of %s (%s), and names %s', async (queue, name, _whom, reported) => {
    await queues.queue(queue).add(name, { id: newUuid() });
    await queues.fail(queue, 'no', 1);
    const { id, failed_at: at } = await newestFailed(queue);
    const { status, body } = await retry(queue, id, { failed_at: at });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toContain(reported);
    expect(await queues.queue(queue).getFailedCount()).toBe(1);
  });

  test('to a job whose name no worker knows', async () => {
    await queues.queue('maintenance').add('of-another-release', {});
    await queues.fail('maintenance', 'no', 1);
    const { id, failed_at: at } = await newestFailed('maintenance');
    expect((await retry('maintenance', id, { failed_at: at })).status).toBe(409);
  });
});

describe('POST /api/platform/jobs/{queue}/{job_id}/retry answers 422', () => {
  test.each([{}, { failed_at: 'yesterday' }, { failed_at: null }])('to %j', async (body) => {
    const answer = await retry('maintenance', 'x', body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toContain('failed_at');
  });
});

test('POST /api/platform/jobs/{queue}/{job_id}/retry answers 503 while Redis is away, and leaves no event', async () => {
  const alone = await anAdmin();
  const { status } = await alone.send(retryPlatformJob, {
    params: { queue: 'maintenance', job_id: 'repeat:sweep-ledger:1' },
    body: { failed_at: new Date().toISOString() },
  });
  expect(status).toBe(503);
  expect(await eventsOf(alone, 'job.retry')).toEqual([]);
  await alone.drop();
});
