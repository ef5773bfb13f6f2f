/**
 * Every service with a database or a queue starts without them: it listens first, says what it
 * waits for, and goes on by itself.
 */
import got from 'got';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { aRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';
import { aTcpProxy } from '../../support/tcp-proxy.ts';
import type { TcpProxy } from '../../support/tcp-proxy.ts';

/** A process on a busy machine. */
const START_MS = 180_000;
/** Nobody listens there. */
const NOWHERE = 9;

let database: TestDatabase;
let redis: TestRedis;
let toDatabase: TcpProxy;
let toRedis: TcpProxy;

beforeAll(async () => {
  [database, redis] = await Promise.all([aDatabase(), aRedis()]);
}, START_MS);
beforeEach(async () => {
  [toDatabase, toRedis] = await Promise.all([aTcpProxy(NOWHERE), aTcpProxy(NOWHERE)]);
});
afterEach(() => Promise.all([toDatabase.close(), toRedis.close()]));
afterAll(async () => {
  await redis.drop();
  await database.drop();
});

const through = (address: string, proxy: TcpProxy): string => {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
};
const portOf = (address: string): number => Number(new URL(address).port);

/** What readiness names while both are away. */
const CASES: readonly [service: string, lacks: readonly string[]][] = [
  ['account', ['database']],
  ['admin', ['database', 'first_administrator']],
  ['billing', ['database']],
  ['inference', ['database', 'catalogue']],
  ['worker', ['database', 'redis', 'catalogue']],
];

test.each(CASES)(
  '%s listens while PostgreSQL and Redis are away, says that it lacks %j, and is ready once they are there',
  async (name, lacks) => {
    const environment = await aServiceEnvironment(name, {
      database,
      redis: { ...redis, url: through(redis.url, toRedis) },
      ports: { billing: NOWHERE, public: NOWHERE, internal: NOWHERE },
    });
    const { DATABASE_URL: direct = '' } = environment;
    const env = { ...environment, DATABASE_URL: through(direct, toDatabase) };
    const service = await startService(name, env, '/health/startup');
    const ask = async (path: string): Promise<[status: number, body: Record<string, string>]> => {
      const { statusCode, body } = await got(service.url + path, {
        throwHttpErrors: false,
        retry: { limit: 0 },
      });
      return [statusCode, JSON.parse(body) as Record<string, string>];
    };
    try {
      expect(await ask('/health/live')).toEqual([200, { status: 'live' }]);
      const [status, body] = await ask('/health/ready');
      expect([status, body['status']]).toEqual([503, 'not_ready']);
      const reasons = body['reasons']?.split(',') ?? [];
      for (const lacking of lacks) expect(reasons).toContain(lacking);
      const pid = service.pid();
      toRedis.target = portOf(redis.url);
      toDatabase.target = portOf(direct);
      await eventually(async () => (await ask('/health/ready'))[0] === 200);
      // The process itself went on: none was started in its place.
      expect(service.pid()).toBe(pid);
    } finally {
      await service.drop();
    }
  },
  START_MS,
);

test.each(['inference', 'worker'])(
  '%s ends at once and in good order when it is stopped while the start waits',
  async (name) => {
    const environment = await aServiceEnvironment(name, {
      database,
      redis,
      ports: { billing: NOWHERE, public: NOWHERE, internal: NOWHERE },
    });
    const { DATABASE_URL: direct = '' } = environment;
    const env = { ...environment, DATABASE_URL: through(direct, toDatabase) };
    const service = await startService(name, env, '/health/startup');
    try {
      await service.stop();
      expect(await service.logs()).toContain('stopped before the start was over');
    } finally {
      await service.drop();
    }
  },
  START_MS,
);

test(
  'inference answers 503 to calls while the catalogue is not read, and as ever afterwards',
  async () => {
    const environment = await aServiceEnvironment('inference', {
      database,
      redis,
      ports: { billing: NOWHERE, public: NOWHERE, internal: NOWHERE },
    });
    const { DATABASE_URL: direct = '' } = environment;
    const env = { ...environment, DATABASE_URL: through(direct, toDatabase) };
    const service = await startService('inference', env, '/health/startup');
    const call = () =>
      got(`${service.url}/v1/models`, { throwHttpErrors: false, retry: { limit: 0 } });
    try {
      const waiting = await call();
      expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([503, '1']);
      expect(JSON.parse(waiting.body)).toMatchObject({ error: { code: 'service_unavailable' } });
      toDatabase.target = portOf(direct);
      // Whoever does not come through the edge finds nothing here.
      await eventually(async () => (await call()).statusCode === 404);
    } finally {
      await service.drop();
    }
  },
  START_MS,
);
