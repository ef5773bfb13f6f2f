import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { managedProcess, type ManagedProcess, type Supervision } from './managed-process.ts';
import { findRedisProgram } from './redis-program.ts';

const LOGICAL_DATABASES = 512;
const READY_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** As whom services log in. */
const REDIS_SERVICE_USER = 'tollgate';
/**
 * What services may do: all that moves their data, and nothing that reads or changes the server or
 * drops what others have.
 */
const REDIS_SERVICE_RIGHTS = '~* &* +@all -@admin -@dangerous +info +client|setname +client|list';

export interface RedisOptions extends Supervision {
  stateDir: string;
  port: number;
  /**
   * The password of the operator, who may do everything. Without a password no command is allowed,
   * because other users of the machine can reach the port.
   */
  password: string;
  /** The password of the services. */
  servicePassword: string;
  /** Default true: commands are kept in an append-only file. */
  durable?: boolean;
}

/** A Redis server of our own. */
export interface LocalRedis extends ManagedProcess {
  /** As the operator. */
  url: string;
  /** As the services. */
  serviceUrl: string;
}

const configuration = (options: RedisOptions, dataDir: string): string =>
  [
    'bind 127.0.0.1',
    `port ${options.port}`,
    `requirepass ${options.password}`,
    `user ${REDIS_SERVICE_USER} on >${options.servicePassword} ${REDIS_SERVICE_RIGHTS}`,
    `dir "${dataDir}"`,
    'daemonize no',
    `databases ${LOGICAL_DATABASES}`,
    'maxmemory-policy noeviction',
    'save ""',
    `appendonly ${options.durable === false ? 'no' : 'yes'}`,
    '',
  ].join('\n');

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

/**
 * Prepares a Redis that listens on 127.0.0.1 alone, asks for a password and keeps its data in the
 * state folder. Installs the program when the machine has none.
 */
export async function localRedis(options: RedisOptions): Promise<LocalRedis> {
  const program = await findRedisProgram(options.log);
  const dataDir = join(options.stateDir, 'redis');
  const configFile = join(dataDir, 'redis.conf');
  const url = `redis://:${options.password}@127.0.0.1:${options.port}/0`;
  const serviceUrl = `redis://${REDIS_SERVICE_USER}:${options.servicePassword}@127.0.0.1:${options.port}/0`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(configFile, configuration(options, dataDir), { mode: 0o600 });
  const server = managedProcess(
    {
      name: 'redis',
      command: program.command,
      args: [configFile],
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...program.env },
      cwd: dataDir,
      logFile: join(options.stateDir, 'logs', 'redis.log'),
      stopSignal: 'SIGTERM',
      readyTimeoutMs: READY_TIMEOUT_MS,
      isReady: () => answers(url),
    },
    options,
  );
  return { ...server, url, serviceUrl };
}
