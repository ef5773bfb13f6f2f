import { createAccessLog } from '@tollgate/audit/access-log';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { connectForReports, connectService } from '@tollgate/db/connect';
import { databaseChecks } from '@tollgate/db/readiness';
import { connectRedis } from '@tollgate/db/redis';
import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { browserSettings } from '@tollgate/identity/config';
import { createPasswords } from '@tollgate/identity/password-hashing';
import { createLoginThrottle, USER_LOGIN_LIMITS } from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { readPepper } from '@tollgate/keys/secret';
import { loadConfig } from '@tollgate/runtime/config';
import { createReceivers } from '@tollgate/webhooks/receivers';
import { parseWebhookKey } from '@tollgate/webhooks/secret';
import { accessActor } from './access-actor.ts';
import { createAccountApp } from './app.ts';
import { configSchema } from './config.ts';
import { setupPolicyOf } from './deps.ts';

const config = loadConfig(configSchema, process.env);
const self = await startProcess('account', config);
const { logger, timers } = self;

const db = connectService(self);
const reports = connectForReports({
  url: config.DATABASE_URL,
  applicationName: 'tollgate-account',
  logger,
});
const redis = connectRedis(config.REDIS_URL, logger);

const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
const accessLog = createAccessLog({ db, logger, actorOf: accessActor });
const health = createHealth(databaseChecks(db), logger);

const app = createAccountApp({
  db,
  reports,
  redis,
  billing: createBillingClient({ baseUrl: config.BILLING_URL, signer, timers }),
  passwords: await createPasswords(),
  throttle: createLoginThrottle({ plane: 'user', limits: USER_LOGIN_LIMITS, redis }),
  tokens: await createAccessTokens('user', config.USER_TOKEN_KEY),
  pepper: readPepper(config.KEY_PEPPER),
  webhooks: {
    key: parseWebhookKey(config.WEBHOOK_KEY),
    receivers: createReceivers({ users: config.ALLOWED_PRIVATE_USER_WEBHOOKS }),
  },
  settings: {
    ...browserSettings(config),
    setup: setupPolicyOf(config.NODE_ENV, config.SETUP_TOKEN),
  },
  routes: { responsesStreaming: config.RESPONSES_STREAMING },
  verifier: createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, 'account'),
  health,
  logger,
  served: (event) => accessLog.served(event),
});

const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
serveUntilStopped(self, {
  health,
  listening,
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
  ],
});
