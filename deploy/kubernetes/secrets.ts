import { OperatorError } from '@tollgate/db/command';
import { sentinelOptions } from '@tollgate/db/redis';
import { DATABASE_ROLES } from '../local/keys.ts';
import type { StackKeys } from '../local/keys.ts';

/**
 * Where the components `postgres` and `valkey` answer; an operator who has either already names it.
 */
const OWN_DATABASE = 'postgres://tollgate@postgres-rw:5432/tollgate';
const OWN_REDIS = 'redis://tollgate@valkey:6379';
/** Which services have a database role, Redis, a signing key, and each of the other secrets. */
const ON_REDIS = ['account', 'admin', 'inference', 'worker'];
const SIGNING = ['account', 'admin', 'edge', 'inference', 'worker'];
const TRUSTING = ['account', 'admin', 'billing', 'console', 'docs', 'inference'];

/** The values of each Secret, by its name. */
export type SecretValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What of an installation is there already. */
export interface Surroundings {
  /**
   * Address of the database as its owner, with the password; absent where the component `postgres`
   * makes the database.
   */
  readonly databaseUrl?: string | undefined;
  /**
   * Address of Redis as the services use Redis, with the password; absent where the component
   * `valkey` makes it.
   */
  readonly redisUrl?: string | undefined;
  /** Who signs in first. */
  readonly adminEmail?: string | undefined;
  /**
   * What the OpenID provider of the component `oidc` gave out for this client; absent without that
   * component.
   */
  readonly oidcClientSecret?: string | undefined;
}

function addressOf(variable: string, protocols: readonly string[], text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !protocols.includes(url.protocol) || url.hostname === '')
    throw new OperatorError(`${variable} is no address of the form ${protocols[0]}//host:port.`);
  return url;
}

function withLogin(address: string | URL, user: string, password: string): string {
  const url = new URL(address);
  url.username = user;
  url.password = password;
  return url.href;
}

function databaseUrls(keys: StackKeys, given: string | undefined) {
  const named = addressOf('DATABASE_URL', ['postgres:', 'postgresql:'], given ?? OWN_DATABASE);
  if (given !== undefined && (named.username === '' || named.password === ''))
    throw new OperatorError('DATABASE_URL names no owner with a password.');
  const owner = given ?? withLogin(named, named.username, keys.postgresPassword);
  const roles = DATABASE_ROLES.map((role) => [
    role.replace('tollgate_', ''),
    withLogin(named, role, keys.rolePasswords[role] ?? ''),
  ]);
  return { owner, roles: Object.fromEntries(roles) as Record<string, string> };
}

/** Every secret but those that name the database and Redis, by service. */
function ownSecrets(keys: StackKeys, adminEmail: string): Record<string, Record<string, string>> {
  const pepper = { KEY_PEPPER: keys.keyPepper };
  const master = { CREDENTIAL_MASTER_KEY: JSON.stringify(keys.credentialMasterKey) };
  const reasoning = { REASONING_KEY: JSON.stringify(keys.reasoningKey) };
  const webhooks = { WEBHOOK_KEY: JSON.stringify(keys.webhookKey) };
  return {
    account: {
      ...pepper,
      ...webhooks,
      USER_TOKEN_KEY: JSON.stringify(keys.userTokenKey),
      SETUP_TOKEN: keys.setupToken,
    },
    admin: {
      ...pepper,
      ...master,
      ...webhooks,
      PLATFORM_TOKEN_KEY: JSON.stringify(keys.platformTokenKey),
      PLATFORM_ADMIN_EMAIL: adminEmail,
      PLATFORM_ADMIN_PASSWORD: keys.admin.password,
    },
    billing: {},
    console: {},
    docs: {},
    edge: {},
    inference: { ...pepper, ...master, ...reasoning },
    worker: { ...master, ...reasoning, ...webhooks },
  };
}

/**
 * Gives the values of every Secret that the manifests name, but for the keys of a bucket, which a
 * provider of storage gives out. What the components `postgres` and `valkey` read is among them
 * where the surroundings name no database or Redis.
 */
export function kubernetesSecrets(keys: StackKeys, surroundings: Surroundings): SecretValues {
  const { databaseUrl, redisUrl, adminEmail, oidcClientSecret } = surroundings;
  const database = databaseUrls(keys, databaseUrl);
  const redis =
    redisUrl === undefined
      ? withLogin(OWN_REDIS, 'tollgate', keys.redisServicePassword)
      : sentinelOptions(redisUrl) === null
        ? addressOf('REDIS_URL', ['redis:', 'rediss:'], redisUrl).href
        : redisUrl;
  const services = Object.entries(ownSecrets(keys, adminEmail ?? keys.admin.email));
  return {
    ...Object.fromEntries(
      services.map(([name, own]) => [
        `tollgate-${name}`,
        {
          ...(name in database.roles && { DATABASE_URL: database.roles[name] ?? '' }),
          ...(ON_REDIS.includes(name) && { REDIS_URL: redis }),
          ...(SIGNING.includes(name) && {
            SERVICE_SIGNING_KEY: JSON.stringify(keys.signing[name]),
          }),
          ...(TRUSTING.includes(name) && { SERVICE_TRUST_KEYS: JSON.stringify(keys.trust) }),
          ...own,
        },
      ]),
    ),
    'tollgate-archive': { DATABASE_URL: database.roles['archive'] ?? '' },
    'tollgate-backup': { DATABASE_URL: database.roles['backup'] ?? '' },
    'tollgate-migrate': {
      DATABASE_URL: database.owner,
      DATABASE_ROLE_PASSWORDS: JSON.stringify(keys.rolePasswords),
    },
    ...(databaseUrl === undefined && {
      'postgres-app': { username: 'tollgate', password: keys.postgresPassword },
    }),
    ...(redisUrl === undefined && {
      'tollgate-valkey': {
        PASSWORD: keys.redisPassword,
        SERVICE_PASSWORD: keys.redisServicePassword,
      },
    }),
    ...(oidcClientSecret !== undefined && {
      'tollgate-oidc': { OIDC_CLIENT_SECRET: oidcClientSecret },
    }),
  };
}

const metadata = (name: string, namespace: string) => ({
  name,
  namespace,
  labels: { 'app.kubernetes.io/part-of': 'tollgate' },
});

/** Takes the values and a namespace. Gives a Secret for each. */
export const asSecrets = (values: SecretValues, namespace: string): object[] =>
  Object.entries(values).map(([name, stringData]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadata(name, namespace),
    // What CloudNativePG takes for an owner.
    type: 'username' in stringData ? 'kubernetes.io/basic-auth' : 'Opaque',
    stringData,
  }));

/**
 * Takes the values, of which the names alone are used, a namespace and the name of a
 * ClusterSecretStore. Gives an ExternalSecret for each.
 */
export const asExternalSecrets = (
  values: SecretValues,
  namespace: string,
  store: string,
): object[] =>
  Object.entries(values).map(([name, value]) => ({
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: metadata(name, namespace),
    spec: {
      refreshInterval: '1h0m0s',
      secretStoreRef: { kind: 'ClusterSecretStore', name: store },
      target: {
        name,
        creationPolicy: 'Owner',
        template: { type: 'username' in value ? 'kubernetes.io/basic-auth' : 'Opaque' },
      },
      data: Object.keys(value).map((property) => ({
        secretKey: property,
        remoteRef: { key: name, property },
      })),
    },
  }));
