import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { listPlatformFailedJobs } from '@tollgate/contract/routes/admin/jobs';
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

const failed = (queue: string, query: Record<string, string> = {}) =>
  admin.send(listPlatformFailedJobs, { params: { queue }, query });

describe('GET /api/platform/jobs/{queue}/failed answers 200', () => {
  test.each(['async', 'maintenance', 'retention', 'webhooks'])(
    'nothing of the queue %s',
    async (queue) => {
      const { status, body } = await failed(queue);
      expect([status, body]).toEqual([200, []]);
    },
  );

  test('a repeated job with the first line of its reason, without secrets', async () => {
    await queues.schedule('sweep-ledger');
    const secret = 'svc_live_abcdefghijklmnopqrstuvwxyz';
    await queues.fail('maintenance', `no answer\u0007 for ${secret}\nat line 2`, 1);
    const { body } = await failed('maintenance');
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^repeat:sweep-ledger:\d+$/u),
        queue: 'maintenance',
        name: 'sweep-ledger',
        state: 'failed',
        attempts: 1,
        created_at: expect.any(String),
        failed_at: expect.any(String),
        reason: 'no answer  for svc_live_abcd[redacted]',
        about: null,
        instead: null,
      },
    ]);
  });

  test('an unknown name, which nobody could run again, and a long reason that is cut', async () => {
    await queues.queue('maintenance').add('of-another-release', {});
    await queues.fail('maintenance', 'x'.repeat(5_000), 2);
    const [newest, oldest] = (await failed('maintenance')).body;
    expect(newest.instead).toContain('No repeated job has this name');
    expect(newest.reason).toBe(`${'x'.repeat(299)}…`);
    expect(oldest.name).toBe('sweep-ledger');
    const second = await failed('maintenance', { limit: '1', offset: '1' });
    expect(second.body).toEqual([oldest]);
  });

  test('what jobs of other queues are about, and nothing that they carry', async () => {
    const [operation, purge, hook, message] = [newUuid(), newUuid(), newUuid(), newUuid()];
    const prompt = 'tell me a secret';
    await queues.queue('async').add('run', { id: operation, prompt });
    await queues.queue('retention').add('purge', { id: purge });
    await queues
      .queue('webhooks')
      .add('deliver', { id: hook }, { jobId: `msg_${hook}_${message}_3` });
    await queues.queue('webhooks').add('deliver', { id: 'no uuid', prompt });
    await queues.fail('async', `Unexpected token, "${prompt}" is not valid JSON`, 1);
    await queues.fail('retention', 'relation "purge" is locked', 1);
    await queues.fail('webhooks', `it said '${prompt}`, 2);

    const [ofAsync] = (await failed('async')).body;
    expect(ofAsync.reason).toBe('Unexpected token, … is not valid JSON');
    expect(ofAsync.about).toEqual({
      kind: 'operation',
      id: encodeId('op', operation),
      message_id: null,
    });
    expect(ofAsync.instead).toContain(`${encodeId('op', operation)} decides`);
    const [ofPurge] = (await failed('retention')).body;
    expect(ofPurge.reason).toBe('relation "purge" is locked');
    expect(ofPurge.about).toMatchObject({ kind: 'retention_purge', id: encodeId('prg', purge) });
    const ofHooks = (await failed('webhooks')).body;
    expect(ofHooks.map(({ about }: { about: unknown }) => about)).toEqual(
      expect.arrayContaining([
        {
          kind: 'webhook',
          id: encodeId('whk', hook),
          message_id: encodeId('msg', message),
        },
        null,
      ]),
    );
    expect(JSON.stringify([ofAsync, ofHooks])).not.toContain(prompt);
  });
});

describe('GET /api/platform/jobs/{queue}/failed answers 422', () => {
  test.each([{ limit: '101' }, { limit: '0' }, { offset: '-1' }, { offset: '10001' }])(
    'to %j',
    async (query) => {
      const { status, body } = await failed('maintenance', query);
      expect(status).toBe(422);
      expect(body.detail[0].loc).toEqual(['query', Object.keys(query)[0]]);
    },
  );
});

test('GET /api/platform/jobs/{queue}/failed answers 503 while Redis is away', async () => {
  const alone = await anAdmin();
  const params = { queue: 'maintenance' };
  const { status, body } = await alone.send(listPlatformFailedJobs, { params });
  expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
  await alone.drop();
});
