import got from 'got';
import { aDatabase } from '../../support/database.ts';
import { aRedis } from '../../support/redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';

test('a service runs on its own, dies when killed and starts again on its port', async () => {
  const [database, redis] = [await aDatabase(), await aRedis()];
  const environment = await aServiceEnvironment('billing', { database, redis });
  const billing = await startService('billing', environment);
  try {
    await billing.kill('SIGKILL');
    await expect(got(`${billing.url}/health/live`, { retry: { limit: 0 } })).rejects.toThrow();
    await billing.start();
    expect((await got(`${billing.url}/health/live`)).statusCode).toBe(200);
    expect(await billing.logs()).toContain('listening');
  } finally {
    await billing.drop();
    await redis.drop();
    await database.drop();
  }
});

test('a service with a faulty environment is reported with the end of its log', async () => {
  await expect(startService('billing', {})).rejects.toThrow('DATABASE_URL');
});
