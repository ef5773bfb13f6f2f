import { Redis } from 'ioredis';
import { createAccessLog } from '@tollgate/audit/access-log';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { connectDatabase, connectForReports } from '@tollgate/db/connect';
import { databaseChecks } from '@tollgate/db/readiness';
import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { cookiesAreSecure } from '@tollgate/identity/cookies';
import { createPasswords } from '@tollgate/identity/passwords';
import { createLoginThrottle, USER_LOGIN_LIMITS } from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { readPepper } from '@tollgate/keys/secret';
import { loadConfig } from '@tollgate/runtime/config';
import { createLogger } from '@tollgate/runtime/logger';
import { installShutdown } from '@tollgate/runtime/shutdown';
import { scaleTimers } from '@tollgate/runtime/timers';
import { startTelemetry } from '@tollgate/telemetry/telemetry';
import { accessActor } from './access-actor.ts';
import { createAccountApp } from './app.ts';
import { configSchema } from './config.ts';
import { setupPolicyOf } from './deps.ts';

/** A Redis that does not answer holds no change up for longer, in milliseconds. */
const REDIS_COMMAND_TIMEOUT_MS = 500;

const config = loadConfig(configSchema, process.env);
const logger = createLogger('account', config.LOG_LEVEL);
const timers = scaleTimers(config.TIMER_SCALE);
const telemetry = await startTelemetry({ component: 'account', config, logger });

const db = connectDatabase({
  url: config.DATABASE_URL,
  applicationName: 'tollgate-account',
  logger,
  poolMax: config.DATABASE_POOL_MAX,
});
const reports = connectForReports({
  url: config.DATABASE_URL,
  applicationName: 'tollgate-account',
  logger,
});
const redis = new Redis(config.REDIS_URL, {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
});
redis.on('error', (error) => logger.warn({ error }, 'redis is away'));

const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
const accessLog = createAccessLog({ db, logger, actorOf: accessActor });
const health = createHealth(databaseChecks(db));
const publicUrl = config.PUBLIC_BASE_URL;

const app = createAccountApp({
  db,
  reports,
  redis,
  billing: createBillingClient({ baseUrl: config.BILLING_URL, signer, timers }),
  passwords: await createPasswords(),
  throttle: createLoginThrottle({ plane: 'user', limits: USER_LOGIN_LIMITS, redis }),
  tokens: await createAccessTokens('user', config.USER_TOKEN_KEY),
  pepper: readPepper(config.KEY_PEPPER),
  settings: {
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    cookiesAreSecure: config.COOKIE_SECURE ?? cookiesAreSecure(publicUrl),
    setup: setupPolicyOf(config.NODE_ENV, config.SETUP_TOKEN),
  },
  verifier: createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, 'account'),
  health,
  logger,
  served: (event) => accessLog.served(event),
});

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
        redis.disconnect();
        await db.destroy();
        await reports.destroy();
      },
    },
    { name: 'telemetry', run: () => telemetry.stop() },
  ],
});
