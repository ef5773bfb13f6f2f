import got from 'got';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { testCluster } from '../../support/cluster.ts';
import { aDatabase } from '../../support/database.ts';
import { aRedis } from '../../support/redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';

test('the process starts, makes the first administrator, and answers the internal listener only', async () => {
  const { keys } = await testCluster();
  const database = await aDatabase();
  const redis = await aRedis();
  const ports = { billing: 9, public: 8080 };
  const environment = await aServiceEnvironment('admin', { database, redis, ports });
  const service = await startService('admin', environment);
  const edge = await createServiceTokenSigner(JSON.stringify(keys.signing['edge']));
  const logIn = async (plane: 'public' | 'internal') => {
    const { statusCode, body } = await got.post(`${service.url}/api/platform/auth/login`, {
      headers: { 'x-internal-token': await edge.sign('admin', { plane }) },
      json: keys.admin,
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return { status: statusCode, body: JSON.parse(body) };
  };
  try {
    const signedIn = await logIn('internal');
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.administrator.email).toBe(keys.admin.email);
    expect((await logIn('public')).status).toBe(404);
    await database.drop();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const ready = await got(`${service.url}/health/ready`, {
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    expect([ready.statusCode, JSON.parse(ready.body)]).toEqual([
      503,
      { status: 'not_ready', reasons: 'database' },
    ]);
    const failed = await logIn('internal');
    expect(failed.status).toBe(503);
    expect(JSON.stringify(failed.body)).not.toMatch(/test_|postgres|127\.0\.0\.1|select/i);
  } finally {
    await service.drop();
    await redis.drop();
  }
});
