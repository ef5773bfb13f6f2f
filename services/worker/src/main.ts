import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { parseMasterKey } from '@tollgate/catalog/sealing';
import { connectDatabase, connectService } from '@tollgate/db/connect';
import { databaseChecks } from '@tollgate/db/readiness';
import { createHealth, mountHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createApp } from '@tollgate/http/serve';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { createAsyncJobs } from '@tollgate/inference/async/job-queue';
import { createRunningOperations } from '@tollgate/inference/async/running-operations';
import { createCredentialPool } from '@tollgate/inference/credential-pool';
import { deliverTo } from '@tollgate/inference/deliver';
import { openDirectory } from '@tollgate/inference/directory';
import { createOverruns } from '@tollgate/inference/overruns';
import { createDrainSlots } from '@tollgate/inference/drain';
import { createRedisLimits } from '@tollgate/inference/limits/redis-store';
import { createProviders } from '@tollgate/inference/create-providers';
import { showCredentials, showDrains } from '@tollgate/inference/process-metrics';
import { createLossBook } from '@tollgate/inference/losses';
import { openSpool, startReplay } from '@tollgate/inference/spool';
import {
  createReasoningSeals,
  parseReasoningKey,
} from '@tollgate/inference/responses/reasoning-seal';
import { parseAllowedUpstreams } from '@tollgate/providers/address-guard';
import { createProviderCaller } from '@tollgate/providers/provider-caller';
import { loadConfig } from '@tollgate/runtime/config';
import { newUuid } from '@tollgate/runtime/ids';
import { Redis } from 'ioredis';
import { startAsyncProcessor } from './async-processor.ts';
import { configSchema } from './config.ts';
import { startPurgeProcessor } from './purge-processor.ts';
import { startProcessor } from './queue.ts';

/** One purge runs at a time; the pump looks beside it. */
const PURGE_POOL_MAX = 2;
/** Counting the rows of a whole day may take a while, in milliseconds. */
const PURGE_STATEMENT_TIMEOUT_MS = 60_000;

const config = loadConfig(configSchema, process.env);
const self = await startProcess('worker', config);
const { logger, timers } = self;
const workerId = newUuid();

const db = connectService(self);
const purgeDb = connectDatabase({
  url: config.DATABASE_URL,
  applicationName: 'tollgate-worker-retention',
  logger,
  poolMax: PURGE_POOL_MAX,
  statementTimeoutMs: PURGE_STATEMENT_TIMEOUT_MS,
});
const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
const billing = createBillingClient({ baseUrl: config.BILLING_URL, signer, timers });
const redis = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null });
redis.on('error', (error) => logger.warn({ error }, 'redis is away'));

const health = createHealth([...databaseChecks(db), { name: 'redis', check: () => redis.ping() }]);
const app = createApp();
mountHealth(app, health);

const processor = await startProcessor({ db, billing, logger, timers }, redis);

const purges = startPurgeProcessor({ db: purgeDb, logger, timers }, redis);

const spool = await openSpool({
  directory: config.SPOOL_DIR,
  processId: workerId,
  logger,
  deliver: deliverTo(billing, logger),
});
const losses = createLossBook({ billing, spool, logger });
const directory = await openDirectory({ db, changes: db, timers, logger });
const masterKey = parseMasterKey(config.CREDENTIAL_MASTER_KEY);
const seals = createReasoningSeals(parseReasoningKey(config.REASONING_KEY), Date.now);
const providerCaller = createProviderCaller({
  allowed: parseAllowedUpstreams(config.ALLOWED_PRIVATE_UPSTREAMS),
});
const drains = createDrainSlots();
const pool = createCredentialPool(() => performance.now());
showDrains(drains);
showCredentials(pool);
const running = createRunningOperations({ db, workerId, timers, logger });
const operations = startAsyncProcessor(
  {
    asyncJobs: createAsyncJobs({ connection: redis, logger }),
    billing,
    catalog: () => directory.catalog(),
    db,
    drains,
    limits: createRedisLimits({ redis, leaseMs: timers.lease }),
    logger,
    losses,
    masterKey,
    overruns: createOverruns({ db, logger }),
    pool,
    // Holds of operations outlive the worker: the next one goes on under them.
    processId: null,
    running,
    seals,
    spool,
    timers,
    providers: createProviders({
      caller: providerCaller,
      masterKey,
      timers,
      onUnopened: () => health.degrade('credential'),
    }),
    workerId,
  },
  redis,
);
const stopReplay = startReplay(spool, { timers, logger });
const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });

const leaving = { ...self, timers: { ...timers, shutdownListen: 0 } };
serveUntilStopped(leaving, {
  health,
  listening,
  steps: [
    { name: 'finish operations', run: () => operations.close() },
    { name: 'finish jobs', run: () => processor.close() },
    { name: 'hand over purges', run: () => purges.close() },
    { name: 'book losses', run: () => losses.flush() },
    { name: 'settle what is spooled', run: async () => void (await spool.replay()) },
    { name: 'stop listening', run: () => listening.close() },
    {
      name: 'close',
      run: async () => {
        stopReplay();
        running.close();
        directory.stop();
        providerCaller.close();
        redis.disconnect();
        await purgeDb.destroy();
        await db.destroy();
      },
    },
  ],
});
