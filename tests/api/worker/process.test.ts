import got from 'got';
import { aDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { aRedis } from '../../support/redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';
import { aTcpProxy } from '../../support/tcp-proxy.ts';

/** A process on a busy machine. */
const START_MS = 120_000;
/** Nobody listens there. */
const NOWHERE = 9;

test(
  'a worker that starts while Redis is away opens its port, says what it lacks, and goes on by itself',
  async () => {
    const [database, redis, proxy] = await Promise.all([aDatabase(), aRedis(), aTcpProxy(NOWHERE)]);
    const there = new URL(redis.url);
    const away = new URL(redis.url);
    away.port = String(proxy.port);
    const environment = await aServiceEnvironment('worker', {
      database,
      redis: { ...redis, url: away.href },
      ports: { billing: NOWHERE },
    });
    const worker = await startService('worker', environment, '/health/startup');
    const ask = async (path: string): Promise<[status: number, body: unknown]> => {
      const { statusCode, body } = await got(worker.url + path, {
        throwHttpErrors: false,
        retry: { limit: 0 },
      });
      return [statusCode, JSON.parse(body)];
    };
    try {
      expect(await ask('/health/live')).toEqual([200, { status: 'live' }]);
      // The catalogue is read from the database, without Redis.
      const lacking = JSON.stringify([503, { status: 'not_ready', reasons: 'redis' }]);
      await eventually(async () => JSON.stringify(await ask('/health/ready')) === lacking);
      proxy.target = Number(there.port);
      await eventually(async () => (await ask('/health/ready'))[0] === 200);
    } finally {
      await worker.drop();
      await proxy.close();
      await redis.drop();
      await database.drop();
    }
  },
  START_MS,
);
