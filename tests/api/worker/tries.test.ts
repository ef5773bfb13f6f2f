import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { QUEUES } from '@tollgate/contract/queues';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import type { JobDeps } from '../../../services/worker/src/job.ts';
import { startProcessor } from '../../../services/worker/src/queue.ts';
import type { Processor } from '../../../services/worker/src/queue.ts';
import { eventually } from '../../support/eventually.ts';
import { aRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';

const WAIT_MS = 30_000;
const NAME = 'compare-usage';

let redis: TestRedis;
let connection: Redis;
let processor: Processor;
let queue: Queue;

/** Whatever a job asks of it: there is no connection. */
const away = new Proxy(() => undefined, {
  get: (_target, name) => (name === 'then' ? undefined : away),
  apply: () => {
    throw new Error('No connection to PostgreSQL');
  },
}) as never;

beforeAll(async () => {
  redis = await aRedis();
  connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  queue = new Queue(QUEUES.maintenance, { connection });
  const deps: JobDeps = {
    db: away,
    billing: away,
    logger: createLogger('worker', 'silent'),
    timers: scaleTimers(1),
  };
  processor = startProcessor(deps, connection);
}, WAIT_MS);
afterAll(async () => {
  await processor.close();
  await queue.close();
  connection.disconnect();
  await redis.drop();
}, WAIT_MS);

const jobIn = async (state: 'delayed' | 'failed') =>
  (await queue.getJobs([state])).find(
    ({ name, attemptsMade }) => name === NAME && attemptsMade > 0,
  );

test(
  'a job that cannot reach the database is tried again, and has failed after the third try',
  async () => {
    await eventually(async () => (await jobIn('delayed'))?.attemptsMade === 1);
    expect(await jobIn('failed')).toBeUndefined();
    await eventually(async () => (await jobIn('failed')) !== undefined);
    expect(await jobIn('failed')).toMatchObject({
      attemptsMade: 3,
      failedReason: 'No connection to PostgreSQL',
    });
  },
  WAIT_MS,
);
