import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { loadKeys, type StackKeys } from './keys.ts';
import { ProcessFailedError, type ManagedProcess, type Supervision } from './managed-process.ts';
import { buildPages } from './pages.ts';
import { makeStateDir, REPOSITORY_ROOT } from './paths.ts';
import { pickPorts } from './ports.ts';
import { localPostgres } from './postgres.ts';
import { openProcessRecord, stopOrphans } from './process-record.ts';
import { bundledPrograms, type Programs } from './programs.ts';
import { localRedis } from './redis.ts';
import { serviceProcess } from './service-process.ts';
import type { StackOptions } from './stack-options.ts';
import {
  portsOf,
  processName,
  replicasOf,
  serviceEnvironment,
  SERVICES,
  STOP_ORDER,
  type ServiceSpec,
  type StackContext,
} from './services.ts';

const PROVIDER = {
  name: 'provider',
  entry: 'tests/fake-provider/main.ts',
  port: 8090,
  healthPath: '/__health',
};
/**
 * With this niceness of the others the edge gets three times the processor time of another process
 * that is as busy.
 */
const NICENESS_BEHIND_EDGE = 5;
const POSTGRES_PORT = 15_432;
const REDIS_PORT = 16_379;

/**
 * A running stack. Process names: the services (`inference-2` …), `postgres`, `redis`, `provider`.
 */
export interface Stack {
  /** Base URLs by name: `public`, `internal`, `provider` and each service. */
  urls: Record<string, string>;
  /**
   * Environment by process name, and `migrate` for the migration command. A change holds from the
   * process' next start on.
   */
  env: Record<string, Record<string, string>>;
  keys: StackKeys;
  /** Connection URLs of the owner role and of the operator of Redis. */
  connections: { databaseUrl: string; redisUrl: string };
  /** The process' id while it runs. */
  pid(process: string): number | undefined;
  kill(process: string, signal: NodeJS.Signals): Promise<void>;
  stop(process?: string): Promise<void>;
  start(process: string): Promise<void>;
  restart(process: string): Promise<void>;
  /** Waits until the process (default: every one) is ready again. */
  ready(process?: string): Promise<void>;
  logs(process: string): Promise<string>;
}

interface Assembly extends Supervision {
  options: StackOptions;
  stateDir: string;
  ports: Record<string, number>;
  processes: Map<string, ManagedProcess>;
  programs: Programs;
}

function preferredPorts(options: StackOptions, services: ServiceSpec[]): Record<string, number> {
  const known: Record<string, number> = { postgres: POSTGRES_PORT, redis: REDIS_PORT };
  if (options.withDemoProvider === true) known[PROVIDER.name] = PROVIDER.port;
  // Services that do not run get a port too: others get an address that answers nothing.
  for (const service of new Set([...SERVICES, ...services])) {
    for (const replica of replicasOf(service.name, options.replicas ?? {})) {
      Object.assign(known, portsOf(service, replica));
    }
  }
  if (options.preferKnownPorts === true) return known;
  return Object.fromEntries(Object.keys(known).map((name) => [name, 0]));
}

/** Starts PostgreSQL and Redis, unless the options name ones to use. */
async function startStores(
  assembly: Assembly,
  keys: StackKeys,
): Promise<{ databaseUrl: string; redisUrl: string; redisServiceUrl: string }> {
  const { options, stateDir, ports, processes } = assembly;
  const common = { ...assembly, stateDir, durable: options.durable ?? true };
  const urls = {
    databaseUrl: options.databaseUrl ?? '',
    redisUrl: options.redisUrl ?? '',
    redisServiceUrl: options.redisUrl ?? '',
  };
  const startPostgres = async (): Promise<void> => {
    if (urls.databaseUrl !== '') return;
    const port = ports['postgres'] ?? 0;
    const password = keys.postgresPassword;
    const settings = options.postgresSettings;
    const postgres = await localPostgres({ ...common, port, password, settings });
    processes.set('postgres', postgres);
    await postgres.start();
    urls.databaseUrl = postgres.url;
  };
  const startRedis = async (): Promise<void> => {
    if (urls.redisUrl !== '') return;
    const port = ports['redis'] ?? 0;
    const { redisPassword: password, redisServicePassword: servicePassword } = keys;
    const redis = await localRedis({ ...common, port, password, servicePassword });
    processes.set('redis', redis);
    await redis.start();
    urls.redisUrl = redis.url;
    urls.redisServiceUrl = redis.serviceUrl;
  };
  const results = await Promise.allSettled([startPostgres(), startRedis()]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return urls;
}

/** Runs the migration command; its output goes to the log and, when it fails, into the error. */
export async function runMigration(
  env: Record<string, string>,
  log: (line: string) => void,
  tree = REPOSITORY_ROOT,
): Promise<void> {
  const script = join(tree, 'deploy/migrate.ts');
  const result = await execa(process.execPath, [script], { env, reject: false, all: true });
  if (result.exitCode !== 0) throw new ProcessFailedError('migrate', 'failed', result.all);
  for (const line of result.all.split('\n').filter(Boolean)) log(line);
}

function addServices(
  assembly: Assembly,
  context: StackContext,
  services: ServiceSpec[],
): Record<string, Record<string, string>> {
  const { options, ports, processes, programs, stateDir } = assembly;
  const common = { ...assembly, logDir: join(stateDir, 'logs') };
  const environments: Record<string, Record<string, string>> = {};
  const settings = { timerScale: options.timerScale ?? 1, env: options.env ?? {} };
  if (options.withDemoProvider === true) {
    const port = ports[PROVIDER.name] ?? 0;
    const args = ['--port', String(port)];
    const provider = { ...PROVIDER, port, args, env: {}, healthPath: PROVIDER.healthPath };
    processes.set(PROVIDER.name, serviceProcess({ ...common, ...provider }));
  }
  for (const service of services) {
    for (const replica of replicasOf(service.name, options.replicas ?? {})) {
      const name = processName(service, replica);
      const shared = serviceEnvironment({ service, replica, context, ...settings });
      const env = { ...shared, ...options.envOf?.(name, shared) };
      const port = ports[Object.keys(portsOf(service, replica))[0] ?? ''] ?? 0;
      const program = programs.of(service.entry);
      const { nodeFlags } = service;
      processes.set(name, serviceProcess({ ...common, ...program, name, nodeFlags, env, port }));
      environments[name] = env;
    }
  }
  return environments;
}

const behindEdge = (process: string): number =>
  /^edge(-\d+)?$/.test(process) ? 0 : NICENESS_BEHIND_EDGE;

async function stopAll(processes: Map<string, ManagedProcess>): Promise<void> {
  for (const group of STOP_ORDER) {
    const names = [...processes.keys()].filter((name) => group.includes(name.replace(/-\d+$/, '')));
    await Promise.all(names.map(async (name) => processes.get(name)?.stop()));
  }
  await Promise.all([...processes.values()].map((process) => process.stop()));
}

function stackOf(
  assembly: Assembly,
  known: Pick<Stack, 'keys' | 'connections'>,
  env: Record<string, Record<string, string>>,
): Stack {
  const { processes, ports } = assembly;
  const named = (name: string): ManagedProcess => {
    const found = processes.get(name);
    if (found === undefined) throw new Error(`This stack does not run a process ${name}.`);
    return found;
  };
  return {
    urls: Object.fromEntries(
      Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`]),
    ),
    env,
    ...known,
    pid: (name) => named(name).pid(),
    kill: (name, signal) => named(name).kill(signal),
    start: (name) => named(name).start(),
    stop: (name) => (name === undefined ? stopAll(processes) : named(name).stop()),
    restart: async (name) => {
      await named(name).stop();
      await named(name).start();
    },
    ready: async (name) => {
      const wanted = name === undefined ? [...processes.values()] : [named(name)];
      await Promise.all(wanted.map((process) => process.ready()));
    },
    logs: (name) => named(name).logs(),
  };
}

async function startAssembled(assembly: Assembly, services: ServiceSpec[]): Promise<Stack> {
  const { stateDir, ports, processes, log } = assembly;
  const keys = await loadKeys(stateDir);
  log('starting PostgreSQL and Redis');
  const [urls] = await Promise.all([
    startStores(assembly, keys),
    assembly.options.arePagesBuilt === true || buildPages(services, assembly.options.tree),
    assembly.programs.make(),
  ]);
  const { databaseUrl, redisUrl, redisServiceUrl } = urls;
  const { isEmpty = false } = assembly.options;
  const context = { databaseUrl, redisServiceUrl, keys, ports, stateDir, isEmpty };
  const migrate = {
    DATABASE_URL: urls.databaseUrl,
    DATABASE_ROLE_PASSWORDS: JSON.stringify(keys.rolePasswords),
  };
  if (assembly.options.isMigrated !== true) {
    await runMigration(migrate, log, assembly.options.tree);
  }
  const env = { migrate, ...addServices(assembly, context, services) };
  log('starting the services');
  await Promise.all([...processes.values()].map((process) => process.start()));
  await writeFile(join(stateDir, 'environment.json'), JSON.stringify(env, null, 2), {
    mode: 0o600,
  });
  return stackOf(assembly, { keys, connections: { databaseUrl, redisUrl } }, env);
}

/**
 * Starts everything on this machine: PostgreSQL and Redis (unless the options name others), the
 * migration, the services. Gives the stack when every process is ready; when one is not, stops all
 * and throws `ProcessFailedError`. What a dead run left over is cleared up first.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const stateDir = resolve(options.stateDir);
  const services = options.services ?? SERVICES;
  await makeStateDir(stateDir);
  for (const name of await stopOrphans(stateDir)) options.log(`stopped a left-over ${name}`);
  const assembly: Assembly = {
    options,
    stateDir,
    ports: await pickPorts(stateDir, preferredPorts(options, services)),
    processes: new Map(),
    programs: bundledPrograms(
      { folder: join(stateDir, 'bundle'), ...options },
      services.map(({ entry }) => entry),
    ),
    supervise: options.supervise ?? true,
    record: openProcessRecord(stateDir),
    ...(options.edgeFirst === true ? { niceness: behindEdge } : {}),
    log: options.log,
  };
  try {
    return await startAssembled(assembly, services);
  } catch (error) {
    await stopAll(assembly.processes);
    throw error;
  }
}
