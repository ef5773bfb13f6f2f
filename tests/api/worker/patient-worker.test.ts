import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { reportsTrouble } from '@tollgate/inference/limits/redis-trouble';
import { createLogger } from '@tollgate/runtime/logger';
import { PatientWorker } from '../../../services/worker/src/patient-worker.ts';
import { eventually } from '../../support/eventually.ts';
import { anOwnRedis } from '../../support/own-redis.ts';
import type { OwnRedis } from '../../support/own-redis.ts';

const NAME = 'patient';
const FULL_MS = 4_000;
/**
 * What waits of 0.5, 1 and 2 s leave of that time, for each job that the worker may ask for at
 * once.
 */
const ERRORS_MAX = 16;
const CONCURRENCY = 2;
const JOBS = 20;

let server: OwnRedis;
let redis: Redis;
beforeAll(async () => {
  server = await anOwnRedis();
  redis = new Redis(server.url, { maxRetriesPerRequest: null });
});
afterAll(async () => {
  redis.disconnect();
  await server.drop();
});

test('a worker leaves a full Redis alone, says so once, and goes on once there is room', async () => {
  const lines: { reason?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const report = reportsTrouble(createLogger('test', 'info', { write }));
  const done: string[] = [];
  let errors = 0;
  const queue = new Queue(NAME, { connection: redis });
  const worker = new PatientWorker(
    NAME,
    async ({ name }) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      done.push(name);
    },
    { connection: redis, concurrency: CONCURRENCY },
  );
  worker.on('error', (error) => {
    errors += 1;
    report(error, 'the queue is away');
  });
  const add = (name: string) => queue.add(name, {});
  for (let at = 0; at < JOBS; at += 1) await add(`job ${at}`);
  await eventually(() => done.length > 2);
  await redis.config('SET', 'maxmemory', '1');
  await new Promise((resolve) => setTimeout(resolve, FULL_MS));
  expect(errors).toBeGreaterThan(0);
  expect(errors).toBeLessThan(ERRORS_MAX);
  expect(lines.map(({ reason }) => reason)).toEqual(['OOM']);
  await redis.config('SET', 'maxmemory', '0');
  await add('afterwards');
  await eventually(() => done.includes('afterwards'));
  expect(done).toHaveLength(JOBS + 1);
  await worker.close();
  await queue.close();
});
