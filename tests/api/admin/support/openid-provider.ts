import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import got from 'got';
import { Provider } from 'oidc-provider';
import { readOidcSettings } from '../../../../services/admin/src/oidc/config.ts';
import type { OidcSettings } from '../../../../services/admin/src/oidc/config.ts';
import { listenOnAnyPort } from './admin.ts';

const CLIENT = 'tollgate';
const SECRET = 'a-secret-of-the-client-01';
const ORIGIN = 'https://admin.example.com';
const STEPS_MAX = 10;

/** What a provider says of somebody. */
export type Person = Readonly<Record<string, unknown>>;

/** A real OpenID provider on a port of this machine, and whoever sits at its sign-in page. */
export interface TestOpenIdProvider {
  issuer: string;
  settings: OidcSettings;
  /** Who comes to the sign-in page from now on. */
  nextIs(person: Person & { sub: string }): void;
  /** Signs a person in at the provider; gives the query that the browser comes back with. */
  signIn(authorizationUrl: string, person: Person & { sub: string }): Promise<string>;
  stop(): Promise<void>;
}

/** The variables of a provider whose groups `owners`, `money` and `staff` have roles. */
export const variablesFor = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT,
  OIDC_CLIENT_SECRET: SECRET,
  OIDC_NAME: 'Our provider',
  OIDC_SCOPES: 'openid profile email groups',
  OIDC_GROUPS_CLAIM: 'groups',
  OIDC_ROLES: JSON.stringify({ owner: ['owners'], finance: ['money'], viewer: ['staff'] }),
  OIDC_ALLOWED_ADDRESSES: new URL(issuer).host,
});

/** The settings by these variables, at a console of `PUBLIC_BASE_URL`. */
export const settingsFor = (issuer: string, more: Record<string, string> = {}): OidcSettings => {
  const settings = readOidcSettings({
    ...variablesFor(issuer),
    OIDC_SESSION_MINUTES: 60,
    PUBLIC_BASE_URL: ORIGIN,
    ...more,
  });
  if (settings === null) throw new Error('there is no issuer');
  return settings;
};

/** Starts one. */
export const anOpenIdProvider = async (
  more: Record<string, string> = {},
): Promise<TestOpenIdProvider> => {
  const people = new Map<string, Person>();
  let next = '';
  let answer = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(503).end();
  };
  const server = createServer((request, response) => answer(request, response));
  const issuer = await listenOnAnyPort(server);
  const settings = settingsFor(issuer, more);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: [settings.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    conformIdTokenClaims: more['test_userinfo'] === 'yes',
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    cookies: { keys: ['a key of cookies'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      });
      grant.addOIDCScope(settings.scopes);
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/sign-in/') !== true) return void callback(request, response);
    const result = next === 'nobody' ? { error: 'access_denied' } : { login: { accountId: next } };
    return void provider.interactionFinished(request, response, result);
  };
  const nextIs = (person: Person & { sub: string }): void => {
    next = person.sub;
    people.set(person.sub, person);
  };
  return {
    issuer,
    settings,
    nextIs,
    async signIn(authorizationUrl, person) {
      nextIs(person);
      return walk(authorizationUrl, settings.redirectUri);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A browser with its cookies, from page to page until it is sent back. */
const walk = async (start: string, until: string): Promise<string> => {
  const jar = new Map<string, string>();
  let url = start;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await got(url, {
      followRedirect: false,
      throwHttpErrors: false,
      headers: { cookie },
    });
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const { location } = reply.headers;
    if (location === undefined) throw new Error(`${url} answers ${reply.statusCode} ${reply.body}`);
    url = new URL(location, url).href;
    if (url.startsWith(until)) return new URL(url).search;
  }
  throw new Error('the provider sends nobody back');
};
