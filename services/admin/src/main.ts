import { createAccessLog } from '@tollgate/audit/access-log';
import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { readOutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import { createProviderAccess } from '@tollgate/catalog/provider-access';
import { createPublicPriceList } from '@tollgate/catalog/fetched-prices';
import { parseMasterKey } from '@tollgate/catalog/sealing';
import { connectForReports, connectService, transaction } from '@tollgate/db/connect';
import { databaseChecks } from '@tollgate/db/readiness';
import { connectRedis } from '@tollgate/db/redis';
import { createHealth, createOpening } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { ensureFirstAdministrator } from '@tollgate/identity/administrators';
import { browserSettings } from '@tollgate/identity/config';
import { createPasswords } from '@tollgate/identity/password-hashing';
import {
  createLoginThrottle,
  OIDC_SIGN_IN_LIMITS,
  PLATFORM_LOGIN_LIMITS,
  SETUP_LIMITS,
} from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { readPepper } from '@tollgate/keys/secret';
import { loadConfig } from '@tollgate/runtime/config';
import { untilItWorks } from '@tollgate/runtime/until-it-works';
import { createReceivers } from '@tollgate/webhooks/receivers';
import { parseWebhookKey } from '@tollgate/webhooks/secret';
import { createAdminApp } from './app.ts';
import { configSchema } from './config.ts';
import { openJobQueues } from './job-queues.ts';
import { accessActor } from './guard.ts';
import { readOidcSettings } from './oidc/config.ts';
import { createOidcProvider } from './oidc/provider.ts';
import { createSignInSeal } from './oidc/sign-in-seal.ts';

/**
 * How often the database is asked for the first administrator while it does not answer, in
 * milliseconds.
 */
const FIRST_ADMINISTRATOR_RETRY_MS = 1_000;

const config = loadConfig(configSchema, process.env);
const oidcSettings = readOidcSettings(config);
const self = await startProcess('admin', config);
const { logger, timers } = self;

const db = connectService(self);
const reports = connectForReports({
  url: config.REPORTS_DATABASE_URL ?? config.DATABASE_URL,
  applicationName: 'tollgate-admin',
  logger,
});
const redis = connectRedis(config.REDIS_URL, logger);

const jobs = openJobQueues({ connection: redis, logger });

const signer = await createServiceTokenSigner(config.SERVICE_SIGNING_KEY);
const accessLog = createAccessLog({ db, logger, actorOf: accessActor });
// Whoever is sent here before may find that the first administrator does not exist yet.
const firstAdministrator = createOpening('first_administrator');
const health = createHealth([...databaseChecks(db), firstAdministrator], logger);
const passwords = await createPasswords();
const providers = createProviderAccess(config.ALLOWED_PRIVATE_UPSTREAMS, config);
const priceListUrl = config.PRICE_LIST_URL;
const oidc =
  oidcSettings === null
    ? null
    : {
        provider: createOidcProvider(oidcSettings, readOutboundProxy(config)),
        seal: createSignInSeal(config.PLATFORM_TOKEN_KEY),
        throttle: createLoginThrottle({ plane: 'oidc', limits: OIDC_SIGN_IN_LIMITS, redis }),
      };

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
  oidc,
  setup: {
    token: config.PLATFORM_SETUP_TOKEN,
    throttle: createLoginThrottle({ plane: 'setup', limits: SETUP_LIMITS, redis }),
  },
  tokens: await createAccessTokens('platform', config.PLATFORM_TOKEN_KEY),
  pepper: readPepper(config.KEY_PEPPER),
  webhooks: {
    key: parseWebhookKey(config.WEBHOOK_KEY),
    receivers: createReceivers({ operators: config.ALLOWED_PRIVATE_WEBHOOKS }),
  },
  settings: browserSettings(config),
  usersOrigin:
    config.USERS_BASE_URL === undefined ? undefined : new URL(config.USERS_BASE_URL).origin,
  routes: { responsesStreaming: config.RESPONSES_STREAMING },
  verifier: createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, 'admin'),
  health,
  logger,
  served: (event) => accessLog.served(event),
  now: () => new Date(),
});

// The listener starts first, because it answers what the start waits for.
const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
health.markStarted();

const { PLATFORM_ADMIN_EMAIL: email, PLATFORM_ADMIN_PASSWORD: password } = config;
if (email !== undefined && password !== undefined) {
  const name = email.slice(0, email.lastIndexOf('@'));
  const made = await untilItWorks(
    () => ensureFirstAdministrator({ db, passwords }, { email, name, password }),
    {
      everyMs: FIRST_ADMINISTRATOR_RETRY_MS,
      failed: (error) => logger.warn({ error }, 'the first administrator waits for the database'),
    },
  );
  if (made !== null) {
    await transaction(db, (trx) =>
      recordAuditEvent(trx, {
        actor: { kind: 'system', id: null, label: 'first start' },
        action: 'administrator.create',
        target: { kind: 'administrator', id: made.id },
        details: { email: made.email, role: made.role },
      }),
    );
    logger.info({ email: made.email }, 'the first administrator was made');
  }
}

firstAdministrator.opened();
serveUntilStopped(self, {
  health,
  listening,
  steps: [
    { name: 'finish requests', run: () => listening.close() },
    { name: 'write access events', run: () => accessLog.close() },
    {
      name: 'close',
      run: async () => {
        providers.close();
        await oidc?.provider.close();
        await jobs.close();
        redis.disconnect();
        await db.destroy();
        await reports.destroy();
      },
    },
  ],
});
