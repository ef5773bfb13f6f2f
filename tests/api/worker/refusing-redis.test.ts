/** A Redis that answers, and refuses what workers ask of it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRedisProgram } from '@tollgate/deploy/local/redis-program';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { execa } from 'execa';
import got from 'got';
import { Redis } from 'ioredis';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { anOwnRedis } from '../../support/own-redis.ts';
import type { OwnRedis } from '../../support/own-redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';
import type { RunningService } from '../../support/service-process.ts';
import { aStateDir } from '../../support/state-dir.ts';

/** A process on a busy machine. */
const START_MS = 180_000;
/** Nobody listens there. */
const NOWHERE = 9;
/** How long a Redis refuses, in milliseconds. */
const REFUSING_MS = 4_000;
/** What one trouble says in that time: a line for each queue and text. */
const LINES_MAX = 12;
const CLUSTER = 'names a Redis in cluster mode';

let database: TestDatabase;
let redis: OwnRedis;
let folder: string;
beforeAll(async () => {
  [database, redis, folder] = await Promise.all([aDatabase(), anOwnRedis(), aStateDir()]);
}, START_MS);
afterAll(async () => {
  await redis.drop();
  await database.drop();
  await removeStateDir(folder);
});

async function environmentOf(name: string, redisUrl: string): Promise<Record<string, string>> {
  const environment = await aServiceEnvironment(name, {
    database,
    redis: { url: redisUrl, drop: () => Promise.resolve() },
    ports: { billing: NOWHERE, public: NOWHERE, internal: NOWHERE },
  });
  return { ...environment, REDIS_URL: redisUrl };
}

async function readiness(service: RunningService): Promise<string> {
  const { body } = await got(`${service.url}/health/ready`, {
    throwHttpErrors: false,
    retry: { limit: 0 },
  });
  return (JSON.parse(body) as { reasons?: string }).reasons ?? 'ready';
}

/** A server with this configuration beside the Redis of the test. */
async function aServer(name: string, lines: string[], args: string[] = []) {
  const { command, env } = await findRedisProgram(() => undefined);
  const port = await freePort();
  const file = join(folder, `${name}.conf`);
  await writeFile(file, [`port ${port}`, `dir "${folder}"`, 'save ""', ...lines, ''].join('\n'));
  const server = execa(command, [file, ...args], { env, reject: false });
  return {
    port,
    async drop() {
      server.kill('SIGKILL');
      await server;
    },
  };
}

test(
  'workers say that they are not ready while Redis refuses, count it by reason, and go on afterwards',
  async () => {
    const operator = new Redis(redis.url);
    const worker = await startService('worker', await environmentOf('worker', redis.serviceUrl));
    const refusals = async (reason: string): Promise<number> => {
      const metrics = await got(
        `http://127.0.0.1:${worker.ports['worker-metrics']}/metrics`,
      ).text();
      const line = new RegExp(
        `^tollgate_queue_refusals_total\\{[^}]*reason="${reason}"[^}]*\\} (\\d+)`,
        'mu',
      );
      return Number(line.exec(metrics)?.[1]);
    };
    const linesOf = async (): Promise<number> => (await worker.logs()).split('\n').length;
    const troubles: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'OOM',
        () => operator.config('SET', 'maxmemory', '1'),
        () => operator.config('SET', 'maxmemory', '0'),
      ],
      [
        'NOPERM',
        () => operator.acl('SETUSER', 'tollgate', '-@scripting'),
        () => operator.acl('SETUSER', 'tollgate', '+@scripting'),
      ],
      [
        'READONLY',
        () => operator.replicaof('127.0.0.1', NOWHERE),
        () => operator.replicaof('NO', 'ONE'),
      ],
    ];
    try {
      for (const [reason, begin, end] of troubles) {
        expect(await refusals(reason)).toBe(0);
        const before = await linesOf();
        await begin();
        await eventually(async () => (await readiness(worker)) === 'redis');
        await new Promise((resolve) => setTimeout(resolve, REFUSING_MS));
        await eventually(async () => (await refusals(reason)) > 0);
        expect((await linesOf()) - before).toBeLessThanOrEqual(LINES_MAX);
        await end();
        await eventually(async () => (await readiness(worker)) === 'ready');
      }
    } finally {
      for (const [, , end] of troubles) await end();
      operator.disconnect();
      await worker.drop();
    }
  },
  START_MS,
);

test.each(['worker', 'inference', 'account'])(
  '%s refuses to start on a Redis in cluster mode, and says what to name instead',
  async (name) => {
    const cluster = await aServer('cluster', [
      'cluster-enabled yes',
      'cluster-config-file nodes.conf',
      // Its default, 10,000 above its own, may belong to another process.
      `cluster-port ${await freePort()}`,
    ]);
    const env = await environmentOf(name, `redis://127.0.0.1:${cluster.port}/0`);
    try {
      const service = await startService(name, env).catch((error: unknown) => String(error));
      if (typeof service === 'string') {
        expect(service).toContain(CLUSTER);
      } else {
        // A busy one may be ready for a moment before it hears of the cluster.
        await eventually(async () => (await service.logs()).includes(CLUSTER));
        await service.drop();
      }
    } finally {
      await cluster.drop();
    }
  },
  START_MS,
);

test(
  'a worker finds the primary by its Sentinels',
  async () => {
    const { port, password } = new URL(redis.url);
    const sentinel = await aServer(
      'sentinel',
      [`sentinel monitor main 127.0.0.1 ${port} 1`, `sentinel auth-pass main ${password}`],
      ['--sentinel'],
    );
    const { username, password: own } = new URL(redis.serviceUrl);
    const url = `redis+sentinel://${username}:${own}@127.0.0.1:${NOWHERE},127.0.0.1:${sentinel.port}/main/0`;
    try {
      const worker = await startService('worker', await environmentOf('worker', url));
      expect(await readiness(worker)).toBe('ready');
      await worker.drop();
    } finally {
      await sentinel.drop();
    }
  },
  START_MS,
);
