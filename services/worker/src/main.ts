import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { connectDatabase, pingDatabase } from '@tollgate/db/connect';
import { createHealth, mountHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { createApp } from '@tollgate/http/serve';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { loadConfig } from '@tollgate/runtime/config';
import { createLogger } from '@tollgate/runtime/logger';
import { installShutdown } from '@tollgate/runtime/shutdown';
import { scaleTimers } from '@tollgate/runtime/timers';
import { Redis } from 'ioredis';
import { configSchema } from './config.ts';
import { startProcessor } from './queue.ts';

const config = loadConfig(configSchema, process.env);
const logger = createLogger('worker', config.LOG_LEVEL);
const timers = scaleTimers(config.TIMER_SCALE);

const db = connectDatabase({
  url: config.DATABASE_URL,
  applicationName: 'tollgate-worker',
  logger,
  poolMax: config.DATABASE_POOL_MAX,
});
const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
const billing = createBillingClient({ baseUrl: config.BILLING_URL, signer, timers });
const redis = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null });
redis.on('error', (error) => logger.warn({ error }, 'redis is away'));

const health = createHealth([
  { name: 'database', check: () => pingDatabase(db) },
  { name: 'redis', check: () => redis.ping() },
]);
const app = createApp();
mountHealth(app, health);

const processor = await startProcessor({ db, billing, logger, timers }, redis);
const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
health.markStarted();

installShutdown({
  logger,
  timers: { ...timers, shutdownListen: 0 },
  onSignal: () => health.markStopping(),
  steps: [
    { name: 'finish jobs', run: () => processor.close() },
    { name: 'stop listening', run: () => listening.close() },
    {
      name: 'close',
      run: async () => {
        redis.disconnect();
        await db.destroy();
      },
    },
  ],
});
