import { Redis } from 'ioredis';
import { createAccessLog } from '@tollgate/audit/access-log';
import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { createProviderAccess } from '@tollgate/catalog/provider-access';
import { createPublicPriceList } from '@tollgate/catalog/public-price-list';
import { parseMasterKey } from '@tollgate/catalog/sealing';
import { connectDatabase, connectForReports, transaction } from '@tollgate/db/connect';
import { databaseChecks } from '@tollgate/db/readiness';
import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { ensureFirstAdministrator } from '@tollgate/identity/administrators';
import { cookiesAreSecure } from '@tollgate/identity/cookies';
import { createPasswords } from '@tollgate/identity/passwords';
import { createLoginThrottle, PLATFORM_LOGIN_LIMITS } from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { readPepper } from '@tollgate/keys/secret';
import { loadConfig } from '@tollgate/runtime/config';
import { createLogger } from '@tollgate/runtime/logger';
import { installShutdown } from '@tollgate/runtime/shutdown';
import { scaleTimers } from '@tollgate/runtime/timers';
import { startTelemetry } from '@tollgate/telemetry/telemetry';
import { createAdminApp } from './app.ts';
import { configSchema } from './config.ts';
import { openJobQueues } from './job-queues.ts';
import { accessActor } from './guard.ts';

/** A Redis that does not answer holds no change up for longer, in milliseconds. */
const REDIS_COMMAND_TIMEOUT_MS = 500;

const config = loadConfig(configSchema, process.env);
const logger = createLogger('admin', config.LOG_LEVEL);
const timers = scaleTimers(config.TIMER_SCALE);
const telemetry = await startTelemetry({ component: 'admin', config, logger });

const db = connectDatabase({
  url: config.DATABASE_URL,
  applicationName: 'tollgate-admin',
  logger,
  poolMax: config.DATABASE_POOL_MAX,
});
const reports = connectForReports({
  url: config.REPORTS_DATABASE_URL ?? config.DATABASE_URL,
  applicationName: 'tollgate-admin',
  logger,
});
const redis = new Redis(config.REDIS_URL, {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
});
redis.on('error', (error) => logger.warn({ error }, 'redis is away'));

const jobs = openJobQueues({ connection: redis, logger });

const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
const accessLog = createAccessLog({ db, logger, actorOf: accessActor });
const health = createHealth(databaseChecks(db));
const passwords = await createPasswords();
const providers = createProviderAccess(config.ALLOWED_PRIVATE_UPSTREAMS);
const publicUrl = config.PUBLIC_BASE_URL;
const priceListUrl = config.PRICE_LIST_URL;

const app = createAdminApp({
  db,
  reports,
  redis,
  jobs,
  billing: createBillingClient({ baseUrl: config.BILLING_URL, signer, timers }),
  credentials: { masterKey: parseMasterKey(config.CREDENTIAL_MASTER_KEY), providers },
  priceList: priceListUrl === undefined ? null : createPublicPriceList(priceListUrl, providers),
  passwords,
  throttle: createLoginThrottle({ plane: 'platform', limits: PLATFORM_LOGIN_LIMITS, redis }),
  tokens: await createAccessTokens('platform', config.PLATFORM_TOKEN_KEY),
  pepper: readPepper(config.KEY_PEPPER),
  settings: {
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    cookiesAreSecure: config.COOKIE_SECURE ?? cookiesAreSecure(publicUrl),
  },
  verifier: createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, 'admin'),
  health,
  logger,
  served: (event) => accessLog.served(event),
  now: () => new Date(),
});

const { PLATFORM_ADMIN_EMAIL: email, PLATFORM_ADMIN_PASSWORD: password } = config;
if (email !== undefined && password !== undefined) {
  const name = email.slice(0, email.lastIndexOf('@'));
  const made = await ensureFirstAdministrator({ db, passwords }, { email, name, password });
  if (made !== null) {
    await transaction(db, (trx) =>
      recordAuditEvent(trx, {
        actor: { kind: 'system', id: null, label: 'first start' },
        action: 'administrator.create',
        target: { kind: 'administrator', id: made.id },
        details: { email: made.email },
      }),
    );
    logger.info({ email: made.email }, 'the first administrator was made');
  }
}

const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
health.markStarted();

installShutdown({
  logger,
  timers,
  onSignal() {
    health.markStopping();
    listening.drain();
  },
  steps: [
    { name: 'finish requests', run: () => listening.close() },
    { name: 'write access events', run: () => accessLog.close() },
    {
      name: 'close',
      run: async () => {
        providers.close();
        await jobs.close();
        redis.disconnect();
        await db.destroy();
        await reports.destroy();
      },
    },
    { name: 'telemetry', run: () => telemetry.stop() },
  ],
});
