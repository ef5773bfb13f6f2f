import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import got from 'got';
import type { Response } from 'got';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import { createProviderAccess } from '@tollgate/catalog/provider-access';
import { parseMasterKey } from '@tollgate/catalog/sealing';
import { createPublicPriceList } from '@tollgate/catalog/fetched-prices';
import type { RouteDefinition } from '@tollgate/contract/route';
import { connectDatabase, connectForReports } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createHealth } from '@tollgate/http/health';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { partValidator } from '@tollgate/http/validate';
import { createAdministrator } from '@tollgate/identity/administrators';
import { createPasswords } from '@tollgate/identity/password-hashing';
import {
  createLoginThrottle,
  OIDC_SIGN_IN_LIMITS,
  PLATFORM_LOGIN_LIMITS,
  SETUP_LIMITS,
} from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { readPepper } from '@tollgate/keys/secret';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { createReceivers } from '@tollgate/webhooks/receivers';
import { parseWebhookKey } from '@tollgate/webhooks/secret';
import { platformLogin } from '@tollgate/contract/routes/admin/auth';
import { createAdminApp } from '../../../../services/admin/src/app.ts';
import type { AdminDeps } from '../../../../services/admin/src/deps.ts';
import { openJobQueues } from '../../../../services/admin/src/job-queues.ts';
import type { OidcSettings } from '../../../../services/admin/src/oidc/config.ts';
import { createOidcProvider } from '../../../../services/admin/src/oidc/provider.ts';
import { createSignInSeal } from '../../../../services/admin/src/oidc/sign-in-seal.ts';
import { testCluster } from '../../../support/cluster.ts';
import { aDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

/** What one call sends beside the route's own method and path. */
export interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** A body as it stands, instead of JSON. */
  text?: string;
  headers?: Record<string, string>;
  /** A bearer token; the administrator's when absent, none when null. */
  token?: string | null;
  /** The listener that the call comes through; `internal` when absent. */
  plane?: 'public' | 'internal';
}

/** An answer, its JSON read. */
export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape.
  body: any;
  headers: Response['headers'];
}

/** An admin service in this process on a database of its own, with an administrator signed in. */
export interface RunningAdmin {
  url: string;
  deps: AdminDeps;
  database: TestDatabase;
  /** The owner's connection, to look behind the service. */
  owner: Knex;
  administrator: { id: string; email: string; password: string; token: string };
  /** Lines that the service has logged. */
  logged: string[];
  /** Calls a route; an answer of the declared status is checked against the declared shape. */
  send(route: RouteDefinition, sent?: Sent): Promise<Answer>;
  /** Sends anything anywhere. */
  request(method: string, path: string, sent?: Sent): Promise<Answer>;
  drop(): Promise<void>;
}

/** What a test wants to be different. */
export interface AdminOptions {
  billingUrl?: string;
  /** A database that something else of the test works on as well. */
  database?: TestDatabase;
  /** `host:port` pairs that credentials may point to. */
  allowedUpstreams?: string;
  /** Where a provider's public list of prices is. */
  priceListUrl?: string;
  /** The Redis of the queues; without it there are none to be seen. */
  redisUrl?: string;
  /** Sign-in through an OpenID provider. */
  oidc?: OidcSettings;
  /** The token of the set-up. */
  setupToken?: string;
  /** Begin without any administrator. */
  isEmpty?: boolean;
}

const NOBODY_LISTENS = 'http://127.0.0.1:9';
const PASSWORD = 'correct horse battery';

/** Starts one. */
export const anAdmin = async (options: AdminOptions = {}): Promise<RunningAdmin> => {
  const { keys } = await testCluster();
  const database = options.database ?? (await aDatabase());
  const owner = connectDatabase({
    url: database.url,
    applicationName: 'test-owner',
    poolMax: 2,
    statementTimeoutMs: 60_000,
  });
  const logged: string[] = [];
  const deps = await depsOf(database, options, logged);
  const edge = await createServiceTokenSigner(JSON.stringify(keys.signing['edge']));
  const server = createServer(createAdminApp(deps));
  const url = await listenOnAnyPort(server);
  const email = `${randomUUID()}@example.com`;
  const made =
    options.isEmpty === true
      ? { id: '' }
      : await createAdministrator(deps, {
          email,
          name: 'An admin',
          password: PASSWORD,
          role: 'owner',
        });

  const admin: RunningAdmin = {
    url,
    deps,
    database,
    owner,
    logged,
    administrator: { id: made.id, email, password: PASSWORD, token: '' },
    async request(method, path, sent = {}) {
      const token = sent.token === undefined ? admin.administrator.token : sent.token;
      const response = await got(url + path, {
        method: method as 'GET',
        throwHttpErrors: false,
        retry: { limit: 0 },
        followRedirect: false,
        headers: {
          'x-internal-token': await edge.sign('admin', { plane: sent.plane ?? 'internal' }),
          'x-forwarded-for': '192.0.2.1',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...sent.headers,
        },
        ...(sent.query === undefined ? {} : { searchParams: sent.query }),
        ...(sent.body === undefined ? {} : { json: sent.body }),
        ...(sent.text === undefined ? {} : { body: sent.text }),
        allowGetBody: true,
      });
      const text = response.body;
      const isJson = response.headers['content-type']?.startsWith('application/json') === true;
      const body = text === '' ? undefined : isJson ? JSON.parse(text) : text;
      return { status: response.statusCode, body, headers: response.headers };
    },
    async send(route, sent = {}) {
      const answer = await admin.request(route.method.toUpperCase(), pathOf(route, sent), sent);
      if (answer.status === route.status && route.response !== undefined) {
        partValidator(route.response, 'body')(answer.body);
      }
      return answer;
    },
    async drop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await deps.jobs.close();
      await deps.oidc?.provider.close();
      deps.credentials.providers.close();
      await deps.db.destroy();
      await deps.reports.destroy();
      await owner.destroy();
      await database.drop();
    },
  };
  if (options.isEmpty === true) return admin;
  const login = await admin.send(platformLogin, {
    token: null,
    body: { email, password: PASSWORD },
  });
  if (login.status !== 200) throw new Error(`login answered ${login.status}`);
  admin.administrator.token = login.body.access_token;
  return admin;
};

/** The path of a route with its parameters filled in. */
export const pathOf = (route: RouteDefinition, sent: Sent): string =>
  route.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(sent.params?.[name] ?? 'x'),
  );

/** Queues over a connection that fails fast, as that of the service does. */
const jobsOf = (redisUrl: string | undefined): AdminDeps['jobs'] => {
  const connection = new Redis(redisUrl ?? 'redis://127.0.0.1:9', {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 500,
    lazyConnect: redisUrl === undefined,
    retryStrategy: redisUrl === undefined ? () => null : () => 200,
  });
  connection.on('error', () => undefined);
  const queues = openJobQueues({ connection, logger: createLogger('admin', 'silent') });
  return {
    ...queues,
    async close() {
      await queues.close();
      connection.disconnect();
    },
  };
};

const depsOf = async (
  database: TestDatabase,
  options: AdminOptions,
  logged: string[],
): Promise<AdminDeps> => {
  const { keys } = await testCluster();
  const health = createHealth([]);
  health.markStarted();
  const providers = createProviderAccess(options.allowedUpstreams ?? '');
  const role = { url: database.urlOf('tollgate_admin'), applicationName: 'test-admin' };
  return {
    db: connectDatabase(role),
    reports: connectForReports(role),
    redis: { publish: () => Promise.resolve(0) },
    jobs: jobsOf(options.redisUrl),
    billing: createBillingClient({
      baseUrl: options.billingUrl ?? NOBODY_LISTENS,
      signer: await createServiceTokenSigner(JSON.stringify(keys.signing['admin'])),
      timers: scaleTimers(1),
    }),
    credentials: {
      masterKey: parseMasterKey(JSON.stringify(keys.credentialMasterKey)),
      providers,
    },
    priceList:
      options.priceListUrl === undefined
        ? null
        : createPublicPriceList(options.priceListUrl, providers),
    routes: { responsesStreaming: false },
    passwords: await createPasswords(),
    throttle: createLoginThrottle({ plane: 'platform', limits: PLATFORM_LOGIN_LIMITS }),
    oidc:
      options.oidc === undefined
        ? null
        : {
            provider: createOidcProvider(options.oidc),
            seal: createSignInSeal(JSON.stringify(keys.platformTokenKey)),
            throttle: createLoginThrottle({ plane: 'oidc', limits: OIDC_SIGN_IN_LIMITS }),
          },
    setup: {
      token: options.setupToken,
      throttle: createLoginThrottle({ plane: 'setup', limits: SETUP_LIMITS }),
    },
    tokens: await createAccessTokens('platform', JSON.stringify(keys.platformTokenKey)),
    pepper: readPepper(keys.keyPepper),
    webhooks: {
      key: parseWebhookKey(JSON.stringify(keys.webhookKey)),
      receivers: createReceivers({ operators: 'alerts.example.internal:8080' }),
    },
    settings: { publicOrigin: undefined, cookiesAreSecure: true },
    usersOrigin: 'https://ai.example.com',
    verifier: createServiceTokenVerifier(JSON.stringify(keys.trust), 'admin'),
    health,
    logger: createLogger('admin', 'trace', { write: (line) => void logged.push(line) }),
    served: () => undefined,
    now: () => new Date(),
  };
};

/** Listens on a free port of this machine. */
export const listenOnAnyPort = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
