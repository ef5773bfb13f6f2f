import { createAccessLog } from '@tollgate/audit/access-log';
import { createBillingClient, startHeartbeat } from '@tollgate/billing-client/billing-client';
import { connectDatabase, connectService } from '@tollgate/db/connect';
import { databaseChecks } from '@tollgate/db/readiness';
import { openRedis } from '@tollgate/db/redis';
import { createAdmission } from '@tollgate/http/admission';
import { createHealth, createOpening } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createWaitingApp } from '@tollgate/http/waiting-app';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { createAsyncJobs } from '@tollgate/inference/async/job-queue';
import { followHints } from '@tollgate/inference/caller/change-hints';
import { createClaimCloser } from '@tollgate/inference/claims/claim-closer';
import { createKeyUsage } from '@tollgate/inference/caller/key-usage';
import { createPromptCounts } from '@tollgate/inference/messages/prompt-counts';
import { openLimiter } from '@tollgate/inference/limits/open-limiter';
import { startLeases } from '@tollgate/inference/claims/leases';
import { openEngine } from '@tollgate/inference/engine';
import { readyOperations } from '@tollgate/inference/operation';
import { emptySpool, startReplay } from '@tollgate/inference/spool/spool';
import { createRequestLog } from '@tollgate/requests/records/request-log';
import { createKeyAllowance } from '@tollgate/requests/operations/key-allowance';
import { readPepper } from '@tollgate/keys/secret';
import { openMediaStore } from '@tollgate/media/open-store';
import { loadConfig } from '@tollgate/runtime/config';
import { newUuid } from '@tollgate/runtime/ids';
import { watchLoopLag } from '@tollgate/runtime/loop-lag';
import { accessActorOf, createInFlight, createInferenceApp } from './app.ts';
import { configSchema } from './config.ts';
import { watchHolds } from './call-permits.ts';

const config = loadConfig(configSchema, process.env);
const self = await startProcess('inference', config);
const { logger, timers } = self;
const processId = newUuid();

const db = connectService(self);
const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
const verifier = createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, 'inference');
const billing = createBillingClient({ baseUrl: config.BILLING_URL, signer, timers });
const changes = connectDatabase({
  url: config.DATABASE_URL,
  applicationName: 'tollgate-inference-changes',
  logger,
  poolMax: 1,
});
const catalogue = createOpening('catalogue');
const health = createHealth([...databaseChecks(db), catalogue], logger);
// The listener starts first, because it answers what the start waits for.
const listening = await listen(createWaitingApp(health), {
  port: config.PORT,
  host: config.HOST,
  logger,
});
health.markStarted();
const engine = await openEngine({
  service: 'inference',
  config,
  db,
  changes,
  billing,
  processId,
  drainsPerOwnerMax: config.DRAINS_PER_OWNER_MAX,
  fetchesAddresses: config.FETCH_ADDRESSES,
  journals: config.SETTLEMENT === 'journal',
  timers,
  logger,
  onUnopened: () => health.degrade('credential'),
});
const { directory, drains, journal, losses, spool } = engine.parts;
const accessLog = createAccessLog({ db, logger, actorOf: accessActorOf });
const limiter = await openLimiter({
  redisUrl: config.REDIS_URL,
  replicas: config.REPLICAS,
  now: () => Date.now(),
  timers,
  logger,
  onAway: () => health.degrade('limits'),
});
const keyUsage = createKeyUsage({ db, logger });
const requestLog = createRequestLog({ db, logger });

const stopHints = followHints({
  redisUrl: config.REDIS_URL,
  logger,
  onHint: () => void directory.refresh(),
});

const jobsRedis = openRedis(config.REDIS_URL, logger, {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
});
jobsRedis.on('error', (error) => logger.warn({ error }, 'redis is away; the pump sends jobs'));
const asyncJobs = createAsyncJobs({ connection: jobsRedis, logger });

const inFlight = createInFlight();
const loopLag = watchLoopLag();
const calls = createAdmission({
  callsMax: config.CALLS_MAX,
  streamsMax: config.STREAMS_MAX,
  lagMsMax: config.LOOP_LAG_MS_MAX,
  waitMsMax: config.HOLD_MS_MAX,
  lag: loopLag,
  logger,
});
const work = createAdmission({
  callsMax: config.WORK_CALLS_MAX,
  streamsMax: 0,
  // This counter has few permits, which bound the lag of the loop by themselves; permits taken away
  // after one long turn would be missing in quiet times.
  lagMsMax: Number.POSITIVE_INFINITY,
  lag: loopLag,
  logger: logger.child({ admission: 'work' }),
});
const claims = createClaimCloser({ db, processId, timers, logger });
const app = createInferenceApp({
  ...engine.parts,
  accessLog,
  admissions: { calls, work },
  asyncJobs,
  billing: watchHolds(billing, calls),
  claims,
  health,
  inFlight,
  keyAllowance: createKeyAllowance({ db, keysMax: config.IDEMPOTENT_CALLS_MAX, logger }),
  keyUsage,
  limiter,
  loopLag,
  media: openMediaStore(config),
  pepper: readPepper(config.KEY_PEPPER),
  processId,
  promptCounts: createPromptCounts({
    providers: engine.parts.providers,
    limiter,
    now: () => performance.now(),
  }),
  requestLog,
  settings: { responsesStreaming: config.RESPONSES_STREAMING },
  verifier,
});

const stopHeartbeat = await startHeartbeat({
  billing,
  processId,
  timers,
  logger,
  heard: journal?.heard,
});
const stopReplay = startReplay(spool, { timers, logger });
const stopLeases = startLeases({ db, processId, timers, logger });
readyOperations();
/** Until when the spool is emptied at the end of the process, by `performance.now()`. */
let leavesAtMs = 0;
listening.serve(app);
catalogue.opened();
serveUntilStopped(self, {
  health,
  listening,
  steps: [
    {
      name: 'finish requests',
      async run() {
        leavesAtMs = performance.now() + timers.shutdownSpool;
        const late = [
          setTimeout(() => drains.giveUp(), timers.shutdownDrain),
          setTimeout(() => listening.server.closeAllConnections(), timers.shutdownCut),
        ];
        await listening.close();
        await inFlight.idle();
        for (const timer of late) clearTimeout(timer);
      },
    },
    {
      name: 'settle what is spooled and take leave',
      async run() {
        await stopHeartbeat();
        await losses.flush();
        await journal?.close();
        await emptySpool(spool, { timers, logger, untilMs: leavesAtMs });
        await billing.deregister(processId);
      },
    },
    { name: 'close idempotency keys', run: () => claims.close() },
    { name: 'write records', run: () => requestLog.flush() },
    { name: 'write access events', run: () => accessLog.close() },
    { name: 'write last uses', run: () => keyUsage.close() },
    {
      name: 'close',
      run: async () => {
        loopLag.stop();
        stopReplay();
        limiter.stop();
        stopLeases();
        await engine.close();
        stopHints();
        await asyncJobs.close();
        jobsRedis.disconnect();
        await Promise.all([db.destroy(), changes.destroy()]);
      },
    },
  ],
});
