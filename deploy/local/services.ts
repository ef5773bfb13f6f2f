import type { StackKeys } from './keys.ts';

/** What the environment of a service is made of. */
export interface StackContext {
  keys: StackKeys;
  /** Ports by name: the services, `public`, `internal`, `provider`. */
  ports: Record<string, number>;
  /** Connection URL of the owner role. */
  databaseUrl: string;
  /** Connection URL of Redis for the services. */
  redisServiceUrl: string;
  stateDir: string;
  /** The first administrator is made in the console instead of at the start. */
  isEmpty?: boolean;
}

/** One service: its entry file, its preferred ports and its environment. */
export interface ServiceSpec {
  name: string;
  /** Path of the entry point, from the root of the work tree. */
  entry: string;
  /** The options with which Node starts, in images as well as here. */
  nodeFlags?: string[];
  /** Preferred ports by name; the first one answers the health routes. */
  ports: Record<string, number>;
  /**
   * The part of the environment that is this service's own; `replica` is the number of the process,
   * from 1.
   */
  environment(context: StackContext, replica: number): Record<string, string>;
}

const local = (port: number | undefined): string => `http://127.0.0.1:${port}`;

const replicaName = (name: string, replica: number): string =>
  replica === 1 ? name : `${name}-${replica}`;

/** The numbers of a service's processes, from 1. */
export const replicasOf = (service: string, replicas: Record<string, number>): number[] =>
  Array.from({ length: replicas[service] ?? 1 }, (_, index) => index + 1);

/** The name of one process of a service: `inference`, `inference-2`, … */
export const processName = (service: ServiceSpec, replica: number): string =>
  replicaName(service.name, replica);

/**
 * The names of the ports of one process with the preferred numbers; further replicas take any port.
 */
export const portsOf = (service: ServiceSpec, replica: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(service.ports).map(([name, port]) => [
      replicaName(name, replica),
      replica === 1 ? port : 0,
    ]),
  );

/** The address of the stack's database for another role. */
function databaseUrlFor(context: StackContext, role: string): string {
  const url = new URL(context.databaseUrl);
  url.username = role;
  url.password = context.keys.rolePasswords[role] ?? '';
  return url.href;
}

/** The addresses of every process of a service. */
const allOf = ({ ports }: StackContext, name: string): string =>
  Object.keys(ports)
    .filter((port) => port.replace(/-\d+$/, '') === name)
    .map((port) => local(ports[port]))
    .join(',');

const stores = (role: string) => (context: StackContext) => ({
  DATABASE_URL: databaseUrlFor(context, role),
  REDIS_URL: context.redisServiceUrl,
});

const upstreams = ({ ports }: StackContext): string =>
  ports['provider'] === undefined
    ? ''
    : `127.0.0.1:${ports['provider']},localhost:${ports['provider']}`;

const firstAdministrator = ({ keys, isEmpty = false }: StackContext): Record<string, string> =>
  isEmpty
    ? { PLATFORM_SETUP_TOKEN: keys.platformSetupToken }
    : { PLATFORM_ADMIN_EMAIL: keys.admin.email, PLATFORM_ADMIN_PASSWORD: keys.admin.password };

const spool = ({ stateDir }: StackContext, name: string): string => `${stateDir}/spool/${name}`;

/** Whoever stops a stack on their own machine does not wait for the longest answer. */
const LOCAL_DRAIN_SECONDS = '100';

const media = ({ stateDir }: StackContext): string => `${stateDir}/media`;

/** The services, in the order in which they are started. */
export const SERVICES: ServiceSpec[] = [
  {
    name: 'billing',
    entry: 'services/billing/src/main.ts',
    ports: { billing: 8085, 'billing-metrics': 9085 },
    environment: stores('tollgate_billing'),
  },
  {
    name: 'worker',
    entry: 'services/worker/src/main.ts',
    ports: { worker: 8086, 'worker-metrics': 9086 },
    environment: (context, replica) => ({
      ...stores('tollgate_worker')(context),
      BILLING_URL: allOf(context, 'billing'),
      CREDENTIAL_MASTER_KEY: JSON.stringify(context.keys.credentialMasterKey),
      REASONING_KEY: JSON.stringify(context.keys.reasoningKey),
      WEBHOOK_KEY: JSON.stringify(context.keys.webhookKey),
      SPOOL_DIR: spool(context, replicaName('worker', replica)),
      MEDIA_DIR: media(context),
      ALLOWED_PRIVATE_UPSTREAMS: upstreams(context),
    }),
  },
  {
    name: 'admin',
    entry: 'services/admin/src/main.ts',
    ports: { admin: 8084, 'admin-metrics': 9084 },
    environment: (context) => ({
      ...stores('tollgate_admin')(context),
      BILLING_URL: allOf(context, 'billing'),
      KEY_PEPPER: context.keys.keyPepper,
      CREDENTIAL_MASTER_KEY: JSON.stringify(context.keys.credentialMasterKey),
      WEBHOOK_KEY: JSON.stringify(context.keys.webhookKey),
      PLATFORM_TOKEN_KEY: JSON.stringify(context.keys.platformTokenKey),
      ...firstAdministrator(context),
      USERS_BASE_URL: local(context.ports['public']),
      ALLOWED_PRIVATE_UPSTREAMS: upstreams(context),
    }),
  },
  {
    name: 'account',
    entry: 'services/account/src/main.ts',
    ports: { account: 8083, 'account-metrics': 9083 },
    environment: (context) => ({
      ...stores('tollgate_account')(context),
      BILLING_URL: allOf(context, 'billing'),
      KEY_PEPPER: context.keys.keyPepper,
      WEBHOOK_KEY: JSON.stringify(context.keys.webhookKey),
      USER_TOKEN_KEY: JSON.stringify(context.keys.userTokenKey),
      SETUP_TOKEN: context.keys.setupToken,
    }),
  },
  {
    name: 'inference',
    entry: 'services/inference/src/main.ts',
    ports: { inference: 8082, 'inference-metrics': 9082 },
    environment: (context, replica) => ({
      ...stores('tollgate_inference')(context),
      DRAIN_SECONDS: LOCAL_DRAIN_SECONDS,
      BILLING_URL: allOf(context, 'billing'),
      KEY_PEPPER: context.keys.keyPepper,
      CREDENTIAL_MASTER_KEY: JSON.stringify(context.keys.credentialMasterKey),
      REASONING_KEY: JSON.stringify(context.keys.reasoningKey),
      SPOOL_DIR: spool(context, replicaName('inference', replica)),
      MEDIA_DIR: media(context),
      ALLOWED_PRIVATE_UPSTREAMS: upstreams(context),
    }),
  },
  {
    name: 'docs',
    entry: 'services/docs/src/main.ts',
    ports: { docs: 8087, 'docs-metrics': 9087 },
    environment: () => ({}),
  },
  {
    name: 'console',
    entry: 'services/console/src/main.ts',
    ports: { console: 8088, 'console-metrics': 9088 },
    environment: () => ({}),
  },
  {
    name: 'edge',
    entry: 'services/edge/src/main.ts',
    // Each body passes through memory that is soon garbage; with less than this in MB the whole
    // heap is searched for it again and again.
    nodeFlags: ['--initial-old-space-size=64'],
    ports: { public: 8080, internal: 8081, 'edge-metrics': 9080 },
    environment: (context, replica) => ({
      PUBLIC_PORT: String(context.ports[replicaName('public', replica)]),
      INTERNAL_PORT: String(context.ports[replicaName('internal', replica)]),
      DRAIN_SECONDS: LOCAL_DRAIN_SECONDS,
      INFERENCE_URL: allOf(context, 'inference'),
      ACCOUNT_URL: allOf(context, 'account'),
      ADMIN_URL: allOf(context, 'admin'),
      DOCS_URL: allOf(context, 'docs'),
      CONSOLE_URL: allOf(context, 'console'),
    }),
  },
];

/** One process of a service, and what its environment depends on. */
export interface ServiceEnvironmentInput {
  service: ServiceSpec;
  /** The number of the process, from 1. */
  replica: number;
  context: StackContext;
  timerScale: number;
  /** Wins over everything else; allowed upstreams are added to the stack's own. */
  env: Record<string, string>;
}

/** The whole environment of a service process. */
export function serviceEnvironment(input: ServiceEnvironmentInput): Record<string, string> {
  const { service, replica, context, env } = input;
  const { ports, keys } = context;
  const signing = keys.signing[service.name];
  const own = service.environment(context, replica);
  const upstreams = [own['ALLOWED_PRIVATE_UPSTREAMS'], env['ALLOWED_PRIVATE_UPSTREAMS']];
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PORT: String(ports[Object.keys(portsOf(service, replica))[0] ?? '']),
    METRICS_PORT: String(ports[replicaName(`${service.name}-metrics`, replica)]),
    TIMER_SCALE: String(input.timerScale),
    PUBLIC_BASE_URL: local(ports['public']),
    SERVICE_TRUST_KEYS: JSON.stringify(keys.trust),
    ...(signing === undefined ? {} : { SERVICE_SIGNING_KEY: JSON.stringify(signing) }),
    ...own,
    ...env,
    ALLOWED_PRIVATE_UPSTREAMS: upstreams.filter(Boolean).join(','),
  };
}

/**
 * The order in which processes are stopped, group by group: a caller stops before the processes
 * that it calls, and the processes of one group do not call each other.
 */
export const STOP_ORDER: string[][] = [
  ['edge'],
  ['inference'],
  ['account', 'admin', 'worker', 'docs', 'console'],
  ['billing', 'provider'],
  ['redis', 'postgres'],
];
