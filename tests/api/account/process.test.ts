import got from 'got';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { testCluster } from '../../support/cluster.ts';
import { aDatabase } from '../../support/database.ts';
import { aRedis } from '../../support/redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';

test('the process starts, answers the edge only, and says what it lacks', async () => {
  const { keys } = await testCluster();
  const database = await aDatabase();
  const redis = await aRedis();
  const ports = { billing: 9, public: 8080 };
  const environment = await aServiceEnvironment('account', { database, redis, ports });
  const service = await startService('account', environment);
  const edge = await createServiceTokenSigner(JSON.stringify(keys.signing['edge']));
  const get = async (path: string, token = '') => {
    const { statusCode, body } = await got(service.url + path, {
      headers: token === '' ? {} : { 'x-internal-token': token },
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return { status: statusCode, body };
  };
  try {
    const token = await edge.sign('account', { plane: 'public' });
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/api/setup/status')).status).toBe(404);
    expect(JSON.parse((await get('/api/setup/status', token)).body)).toEqual({
      setup_required: true,
      setup_completed: false,
      setup_token_required: true,
    });
    await database.drop();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const ready = await get('/health/ready');
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.body)).toEqual({ status: 'not_ready', reasons: 'database' });
    const failed = await get('/api/setup/status', token);
    expect(failed.status).toBe(503);
    expect(JSON.parse(failed.body).error.code).toBe('service_unavailable');
    expect(failed.body).not.toMatch(/test_|postgres|127\.0\.0\.1|select/i);
  } finally {
    await service.drop();
    await redis.drop();
  }
});
