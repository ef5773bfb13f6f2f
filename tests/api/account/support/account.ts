import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import got from 'got';
import type { Response } from 'got';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import type { RouteDefinition } from '@tollgate/contract/route';
import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createHealth } from '@tollgate/http/health';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { partValidator } from '@tollgate/http/validate';
import { createPasswords } from '@tollgate/identity/password-hashing';
import type { Passwords } from '@tollgate/identity/password-hashing';
import { createLoginThrottle, USER_LOGIN_LIMITS } from '@tollgate/identity/throttle';
import { createAccessTokens } from '@tollgate/identity/tokens';
import { readPepper } from '@tollgate/keys/secret';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { createReceivers } from '@tollgate/webhooks/receivers';
import { parseWebhookKey } from '@tollgate/webhooks/secret';
import { createAccountApp } from '../../../../services/account/src/app.ts';
import type { AccountDeps, AccountSettings } from '../../../../services/account/src/deps.ts';
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
  /** A bearer token. */
  token?: string;
  /** A cookie header; sent with `Sec-Fetch-Site: same-origin` unless the headers say otherwise. */
  cookie?: string;
}

/** An answer, its JSON read. */
export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape.
  body: any;
  headers: Response['headers'];
}

/** An account service in this process on a database of its own. */
export interface RunningAccount {
  url: string;
  deps: AccountDeps;
  /** The channels of the messages that were published. */
  published: string[];
  database: TestDatabase;
  /** The owner's connection, to look behind the service. */
  owner: Knex;
  /** Calls a route; an answer of the declared status is checked against the declared shape. */
  send(route: RouteDefinition, sent?: Sent): Promise<Answer>;
  /** Sends anything anywhere. */
  request(method: string, path: string, sent?: Sent): Promise<Answer>;
  drop(): Promise<void>;
}

/** What a test wants to be different. */
export interface AccountOptions {
  settings?: Partial<AccountSettings>;
  /** Called with the new database before the service starts; gives the address of billing. */
  billing?: (database: TestDatabase) => Promise<string>;
  passwords?: Passwords;
  /** `host:port` list that webhooks may go to although private. */
  allowedReceivers?: string;
  /** Counts logins in this Redis. */
  redis?: unknown;
}

const NOBODY_LISTENS = 'http://127.0.0.1:9';

/** Starts one. */
export const anAccount = async (options: AccountOptions = {}): Promise<RunningAccount> => {
  const { keys } = await testCluster();
  const database = await aDatabase();
  const role = database.urlOf('tollgate_account');
  const db = connectDatabase({ url: role, applicationName: 'test-account' });
  const owner = connectDatabase({ url: database.url, applicationName: 'test-owner', poolMax: 2 });
  const signer = await createServiceTokenSigner(JSON.stringify(keys.signing['account']));
  const edge = await createServiceTokenSigner(JSON.stringify(keys.signing['edge']));
  const health = createHealth([]);
  health.markStarted();
  const published: string[] = [];
  const deps: AccountDeps = {
    db,
    reports: db,
    redis: { publish: (channel) => Promise.resolve(published.push(channel)) },
    billing: createBillingClient({
      baseUrl: (await options.billing?.(database)) ?? NOBODY_LISTENS,
      signer,
      timers: scaleTimers(1),
    }),
    passwords: options.passwords ?? (await createPasswords()),
    throttle: createLoginThrottle({
      plane: 'user',
      limits: USER_LOGIN_LIMITS,
      ...(options.redis === undefined ? {} : { redis: options.redis }),
    }),
    tokens: await createAccessTokens('user', JSON.stringify(keys.userTokenKey)),
    routes: { responsesStreaming: false },
    pepper: readPepper(keys.keyPepper),
    webhooks: {
      key: parseWebhookKey(JSON.stringify(keys.webhookKey)),
      receivers: createReceivers({ users: options.allowedReceivers ?? '' }),
    },
    settings: {
      publicOrigin: undefined,
      cookiesAreSecure: true,
      setup: { kind: 'open' },
      ...options.settings,
    },
    verifier: createServiceTokenVerifier(JSON.stringify(keys.trust), 'account'),
    health,
    logger: createLogger('account', 'silent'),
    served: () => undefined,
  };
  const server = createServer(createAccountApp(deps));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const request = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const response = await got(url + path, {
      method: method as 'GET',
      throwHttpErrors: false,
      retry: { limit: 0 },
      followRedirect: false,
      headers: {
        'x-internal-token': await edge.sign('account', { plane: 'public' }),
        'x-forwarded-for': '192.0.2.1',
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...(sent.cookie === undefined
          ? {}
          : { cookie: sent.cookie, 'sec-fetch-site': 'same-origin' }),
        ...sent.headers,
      },
      ...(sent.query === undefined ? {} : { searchParams: sent.query }),
      ...(sent.body === undefined ? {} : { json: sent.body }),
      ...(sent.text === undefined ? {} : { body: sent.text }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };

  return {
    url,
    deps,
    published,
    database,
    owner,
    request,
    async send(route, sent = {}) {
      const path = route.path.replaceAll(/[:*](\w+)/g, (_all, name: string) =>
        encodeURIComponent(sent.params?.[name] ?? ''),
      );
      const answer = await request(route.method.toUpperCase(), path, sent);
      if (answer.status === route.status && route.response !== undefined) {
        partValidator(route.response, 'body')(answer.body);
      }
      return answer;
    },
    async drop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.destroy();
      await owner.destroy();
      await database.drop();
    },
  };
};
