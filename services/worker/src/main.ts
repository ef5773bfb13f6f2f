import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { connectDatabase, connectService } from '@tollgate/db/connect';
import { readBackupAges } from '@tollgate/db/backup/notes';
import { findMissingPartitions } from '@tollgate/db/partitions';
import { databaseChecks } from '@tollgate/db/readiness';
import { openRedis } from '@tollgate/db/redis';
import { createHealth, createOpening, mountHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createApp } from '@tollgate/http/serve';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { parseJsonBody } from '@tollgate/http/body';
import { createAsyncJobs } from '@tollgate/inference/async/job-queue';
import { createClaimCloser } from '@tollgate/inference/claims/claim-closer';
import { createRunningOperations } from '@tollgate/inference/jobs/running-operations';
import { openLimiter } from '@tollgate/inference/limits/open-limiter';
import { createRedisLimits } from '@tollgate/inference/limits/redis-store';
import { openEngine } from '@tollgate/inference/engine';
import { emptySpool, startReplay } from '@tollgate/inference/spool/spool';
import { openMediaStore } from '@tollgate/media/open-store';
import { createKeyAllowance } from '@tollgate/requests/operations/key-allowance';
import { createRequestLog } from '@tollgate/requests/records/request-log';
import { readArchiveOverdue } from '@tollgate/requests/records/archived-day.queries';
import { lifeOf } from '@tollgate/retention/policies';
import { loadConfig } from '@tollgate/runtime/config';
import { newUuid } from '@tollgate/runtime/ids';
import { createReceivers } from '@tollgate/webhooks/receivers';
import { parseWebhookKey } from '@tollgate/webhooks/secret';
import { startSampler } from '@tollgate/telemetry/sampler';
import { startAsyncProcessor } from './async-processor.ts';
import { startBatchProcessor } from './batch-processor.ts';
import { configSchema } from './config.ts';
import { showArchive, showBackups, showPartitions } from './metrics.ts';
import { startPurgeProcessor } from './purge-processor.ts';
import { startVideoProcessor } from './video-processor.ts';
import { startProcessor } from './queue.ts';
import { assertWritable } from './redis-readiness.ts';
import { startWebhookProcessor } from './webhook-processor.ts';

/** One purge runs at a time; the pump looks beside it. */
const PURGE_POOL_MAX = 2;
/** Counting the rows of a whole day may take a while, in milliseconds. */
const PURGE_STATEMENT_TIMEOUT_MS = 60_000;
/** The time between two looks for partitions that are missing, in milliseconds. */
const PARTITIONS_EVERY_MS = 60_000;
/** The time between two looks for days that are not in the archive, in milliseconds. */
const ARCHIVE_EVERY_MS = 60_000;

/**
 * While Redis is away lines of batches are counted in this process: they get so small a part of a
 * limit that the calls of inference keep theirs.
 */
const BATCH_LIMIT_PARTS = 10;

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
const billing = createBillingClient({
  baseUrl: config.BILLING_URL,
  signer,
  timers,
  ledgerVerifySeconds: config.LEDGER_VERIFY_SECONDS,
});
const redis = openRedis(config.REDIS_URL, logger, { maxRetriesPerRequest: null });
redis.on('error', (error) => logger.warn({ error }, 'redis is away'));

const catalogue = createOpening('catalogue');
const health = createHealth(
  [...databaseChecks(db), { name: 'redis', check: () => assertWritable(redis) }, catalogue],
  logger,
);
const app = createApp();
mountHealth(app, health);
// The listener starts first, because it answers what this process waits for.
const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
health.markStarted();

const processor = startProcessor({ db, billing, logger, timers }, redis);

const media = openMediaStore(config);
const purges = startPurgeProcessor({ db: purgeDb, files: media, logger, timers }, redis);

const engine = await openEngine({
  service: 'worker',
  config,
  db,
  changes: db,
  billing,
  processId: workerId,
  timers,
  logger,
  onUnopened: () => health.degrade('credential'),
});
catalogue.opened();
const { directory, losses, spool } = engine.parts;
const running = createRunningOperations({ db, workerId, timers, logger });
const operations = startAsyncProcessor(
  {
    ...engine.parts,
    asyncJobs: createAsyncJobs({ connection: redis, logger }),
    billing,
    catalog: () => directory.catalog(),
    limits: createRedisLimits({ redis, leaseMs: timers.lease }),
    // Holds of operations outlive the worker: the next one goes on under them.
    processId: null,
    running,
    workerId,
  },
  redis,
);
const videos =
  media === null
    ? null
    : startVideoProcessor({
        ...engine.parts,
        billing,
        catalog: () => directory.catalog(),
        limits: createRedisLimits({ redis, leaseMs: timers.lease }),
        media,
        fileLifeMs: () => lifeOf(db, 'media'),
        workerId,
      });
const requestLog = createRequestLog({ db, logger });
const claims = createClaimCloser({ db, processId: workerId, timers, logger });
const limiter = await openLimiter({
  redisUrl: config.REDIS_URL,
  replicas: BATCH_LIMIT_PARTS,
  now: () => Date.now(),
  timers,
  logger,
});
const batches =
  media === null
    ? null
    : startBatchProcessor({
        ...engine.parts,
        billing,
        catalog: () => directory.catalog(),
        claims,
        // The worker that has a batch runs its lines; no other one is to be woken up.
        asyncJobs: { send: () => undefined, close: () => Promise.resolve() },
        keyAllowance: createKeyAllowance({ db, keysMax: 0, logger }),
        limiter,
        limits: createRedisLimits({ redis, leaseMs: timers.lease }),
        media,
        parseLine: (bytes) => parseJsonBody([bytes], 'application/json'),
        processId: null,
        requestLog,
        running,
        settings: { responsesStreaming: false },
        workerId,
      });
const webhooks = startWebhookProcessor(
  {
    db,
    key: parseWebhookKey(config.WEBHOOK_KEY),
    receivers: createReceivers({
      users: config.ALLOWED_PRIVATE_USER_WEBHOOKS,
      operators: config.ALLOWED_PRIVATE_WEBHOOKS,
    }),
    proxy: config,
    workerId,
    timers,
    logger,
  },
  redis,
);
const backups = startSampler({
  name: 'backup_age_seconds',
  everyMs: timers.sampleOpen,
  ask: () => readBackupAges(db),
  logger,
});
const hideBackups = showBackups(backups);
const partitions = startSampler({
  name: 'partitions_missing',
  everyMs: PARTITIONS_EVERY_MS,
  ask: () => findMissingPartitions(db),
  logger,
});
const hidePartitions = showPartitions(partitions);
const archive = startSampler({
  name: 'records_archive_overdue_seconds',
  everyMs: ARCHIVE_EVERY_MS,
  ask: () => readArchiveOverdue(db),
  logger,
});
const hideArchive = showArchive(archive);
const stopReplay = startReplay(spool, { timers, logger });

/** Until when the spool is emptied at the end of the process, by `performance.now()`. */
let leavesAtMs = 0;
const leaving = { ...self, timers: { ...timers, shutdownListen: 0 } };
serveUntilStopped(leaving, {
  health,
  listening,
  steps: [
    {
      name: 'finish operations',
      run() {
        leavesAtMs = performance.now() + timers.shutdownSpool;
        return operations.close();
      },
    },
    { name: 'put batches down', run: async () => batches?.close() },
    { name: 'put videos down', run: async () => videos?.close() },
    { name: 'finish jobs', run: () => processor.close() },
    { name: 'hand over purges', run: () => purges.close() },
    { name: 'put messages down', run: () => webhooks.close() },
    { name: 'book losses', run: () => losses.flush() },
    {
      name: 'settle what is spooled',
      run: () => emptySpool(spool, { timers, logger, untilMs: leavesAtMs }),
    },
    { name: 'stop listening', run: () => listening.close() },
    {
      name: 'close',
      run: async () => {
        stopReplay();
        backups.stop();
        hideBackups();
        partitions.stop();
        hidePartitions();
        archive.stop();
        hideArchive();
        running.close();
        limiter.stop();
        await claims.close();
        await requestLog.flush();
        await engine.close();
        redis.disconnect();
        await purgeDb.destroy();
        await db.destroy();
      },
    },
  ],
});
