import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { connectDatabase } from '@tollgate/db/connect';
import { QUEUES } from '@tollgate/contract/queues';
import { insertOperation } from '@tollgate/requests/operations/operation.queries';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getPlatformJobsSummary } from '@tollgate/contract/routes/admin/jobs';
import { createRetentionPurge } from '@tollgate/contract/routes/admin/retention';
import { eventually } from '../../../support/eventually.ts';
import { aRedis } from '../../../support/redis.ts';
import type { TestRedis } from '../../../support/redis.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;
let redis: TestRedis;

beforeAll(async () => {
  redis = await aRedis();
  admin = await anAdmin({ redisUrl: redis.url });
});
afterAll(async () => {
  await admin.drop();
  await redis.drop();
});

const summary = () => admin.send(getPlatformJobsSummary);
const NOTHING = { waiting: 0, active: 0, delayed: 0, failed: 0, oldest_waiting_ms: null };

const accepted = async (count: number): Promise<string[]> => {
  const url = admin.database.urlOf('tollgate_inference');
  const db = connectDatabase({ url, applicationName: 'test-inference' });
  const ids = Array.from({ length: count }, () => newUuid());
  for (const id of ids) {
    await insertOperation(db, {
      id,
      userId: newUuid(),
      apiKeyId: newUuid(),
      mode: 'live',
      route: '/v1/chat/completions',
      requestId: encodeId('req', id),
      masterVersion: '1',
      wrappedKey: Buffer.from('key'),
      box: Buffer.from('box'),
      lifeMs: 60_000,
      headers: {},
      slot: null,
      batchId: null,
    });
  }
  await db.destroy();
  return ids;
};

describe('GET /api/platform/jobs/summary answers 200', () => {
  test('nothing anywhere', async () => {
    const { status, body } = await summary();
    expect(status).toBe(200);
    expect(body.queues).toEqual(
      ['async', 'maintenance', 'retention', 'webhooks'].map((name) => ({
        name,
        ...NOTHING,
        workers: 0,
      })),
    );
    expect(body.schedule).toEqual([]);
    expect(body.operations).toEqual({
      queued: 0,
      running: 0,
      abandoned: 0,
      done: 0,
      failed: 0,
      oldest_queued_ms: null,
    });
    expect(body.purges).toMatchObject({ queued: 0, oldest_queued_ms: null, latest: [] });
  });

  test('jobs by state, the age of the oldest, the workers and the schedule', async () => {
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
    const queue = new Queue(QUEUES.async, { connection });
    const maintenance = new Queue(QUEUES.maintenance, { connection });
    const before = Date.now() - 60_000;
    await queue.add('run', { id: newUuid() }, { timestamp: before });
    await queue.add('run', { id: newUuid() });
    await queue.add('run', { id: newUuid() }, { delay: 60_000 });
    await maintenance.upsertJobScheduler(
      'sweep-ledger',
      { every: 5_000 },
      { name: 'sweep-ledger' },
    );

    const { body } = await summary();
    expect(body.queues[0]).toMatchObject({ name: 'async', waiting: 2, delayed: 1, workers: 0 });
    expect(body.queues[0].oldest_waiting_ms).toBeGreaterThanOrEqual(60_000);
    expect(body.schedule).toEqual([
      { name: 'sweep-ledger', every_ms: 5_000, next_at: expect.any(String) },
    ]);

    const worker = new Worker(QUEUES.async, () => Promise.reject(new Error('no')), { connection });
    await eventually(async () => (await summary()).body.queues[0].failed === 2);
    expect((await summary()).body.queues[0]).toMatchObject({ waiting: 0, delayed: 1, workers: 1 });
    await worker.close();
    await queue.close();
    await maintenance.close();
    connection.disconnect();
  });

  test('operations as their rows say, whatever Redis has', async () => {
    const [running, lost, done] = await accepted(5);
    const set = (id: string | undefined, what: string) =>
      admin.owner.raw(`update requests.operation set ${what} where id = ?`, [id ?? null]);
    await set(running, "state = 'running', lease_until = now() + interval '1 minute'");
    await set(lost, "state = 'running', lease_until = now() - interval '1 minute'");
    await set(done, "state = 'done', box = null, status = 200, body = 'x', finished_at = now()");
    await admin.owner.raw(
      "update requests.operation set created_at = now() - interval '1 hour' where state = 'queued'",
    );
    const { body } = await summary();
    expect(body.operations).toMatchObject({ queued: 2, running: 2, abandoned: 1, done: 1 });
    expect(body.operations.oldest_queued_ms).toBeGreaterThanOrEqual(3_600_000);
  });

  test('purges with their progress, open ones first', async () => {
    const purge = async (key: string) =>
      (
        await admin.send(createRetentionPurge, {
          body: { categories: ['request_records', 'sessions'] },
          headers: { 'idempotency-key': key },
        })
      ).body;
    const open = await purge('first');
    const over = await purge('second');
    await admin.owner.raw(
      `update retention.purge set state = 'done', finished_at = now()
       where once_key = 'second'`,
    );
    await admin.owner.raw(
      `update retention.purge_step set rows_purged = 7, batches = 1 from retention.purge
       where purge_id = purge.id and once_key = 'first' and category = 'sessions'`,
    );
    const { body } = await summary();
    expect(body.purges).toMatchObject({ queued: 1, running: 0, done: 1, failed: 0 });
    expect(body.purges.oldest_queued_ms).toBeGreaterThanOrEqual(0);
    expect(body.purges.latest.map(({ id }: { id: string }) => id)).toEqual([open.id, over.id]);
    expect(body.purges.latest[0].categories).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ category: 'sessions', rows_purged: '7', batches: 1 }),
      ]),
    );
  });

  test('without the queues while Redis is away', async () => {
    const alone = await anAdmin();
    const { status, body } = await alone.send(getPlatformJobsSummary);
    expect(status).toBe(200);
    expect(body).toMatchObject({ queues: null, schedule: null, operations: { queued: 0 } });
    await alone.drop();
  });
});

describe('GET /api/platform/jobs/summary answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(getPlatformJobsSummary, { token: null })).status).toBe(401);
  });
});
