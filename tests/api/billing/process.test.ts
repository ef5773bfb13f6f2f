import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '@tollgate/runtime/ids';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { scaleTimers } from '@tollgate/runtime/timers';
import got from 'got';
import { testCluster } from '../../support/cluster.ts';
import { aDatabase } from '../../support/database.ts';
import { aRedis } from '../../support/redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';

test('the process serves, keeps what it said through kill -9, and leaves on SIGTERM', async () => {
  const database = await aDatabase();
  const redis = await aRedis();
  const environment = await aServiceEnvironment('billing', { database, redis });
  const service = await startService('billing', environment);
  const { keys } = await testCluster();
  try {
    const signer = await createServiceTokenSigner(JSON.stringify(keys.signing['admin']));
    const client = createBillingClient({ baseUrl: service.url, signer, timers: scaleTimers(1) });
    const userId = newUuid();
    await client.createGrant({
      user_id: userId,
      amount_nano: '5',
      reason: null,
      expires_at: null,
      actor: 'adm_1',
      idempotency_key: 'once',
    });
    await service.kill('SIGKILL');
    while (service.pid() !== undefined) await sleep(5);
    await expect(client.wallet(userId)).rejects.toMatchObject({ code: 'billing_unavailable' });
    await service.start();
    expect(await client.wallet(userId)).toMatchObject({ available_nano: '5' });
    for (const path of ['live', 'startup', 'ready']) {
      expect((await got(`${service.url}/health/${path}`)).statusCode).toBe(200);
    }
  } finally {
    await service.drop();
    await database.drop();
  }
});
