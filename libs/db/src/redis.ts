import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { RedisOptions as AllOptions } from 'ioredis';
import type { DriverLogger } from './connect.ts';

/** A Redis that does not answer holds no change up for longer, in milliseconds. */
const COMMAND_TIMEOUT_MS = 500;
/** Between two questions after the kind of a Redis, in milliseconds. */
const ASK_AGAIN_MS = 1_000;
/** What ioredis says of a command that took longer than `commandTimeout`. */
const TIMED_OUT = 'Command timed out';
const SENTINEL_PORT = 26_379;
const CLUSTER_REFUSED =
  'REDIS_URL names a Redis in cluster mode, whose nodes refuse commands on several keys (CROSSSLOT), so that limits and queues cannot work. Name a Redis or Valkey without cluster mode: one primary with replicas, with Sentinel or behind one address.';

/** Options of ioredis, without the one that changes the shapes of replies. */
type RedisOptions = Omit<AllOptions, 'replyMapping'>;

/** What hears that a process cannot work with its Redis. */
export interface RedisLogger extends DriverLogger {
  fatal(fields: object, message: string): void;
  flush(done: () => void): void;
}

/**
 * Opens a connection to the Redis or the Sentinels of `REDIS_URL`. A Redis in cluster mode ends the
 * process with a message in its log, because nothing of what we ask works there.
 */
export function openRedis(url: string, logger: RedisLogger, options: RedisOptions): Redis {
  const sentinels = sentinelOptions(url);
  const redis =
    sentinels === null ? new Redis(url, options) : new Redis({ ...sentinels, ...options });
  redis.on('ready', () => void refuseCluster(redis, logger));
  return redis;
}

/**
 * Asks again where a busy moment held the answer up. A user who may not ask is no reason to end; a
 * subscriber asks before it subscribes.
 */
async function refuseCluster(redis: Redis, logger: RedisLogger): Promise<void> {
  for (;;) {
    try {
      if (/^cluster_enabled:1/mu.test(await redis.info('cluster'))) refuse(logger);
      return;
    } catch (error) {
      if (!(error instanceof Error && error.message === TIMED_OUT)) return;
      await pause(ASK_AGAIN_MS);
    }
  }
}

function refuse(logger: RedisLogger): void {
  logger.fatal({}, CLUSTER_REFUSED);
  logger.flush(() => process.exit(1));
}

/**
 * Connects to a Redis whose absence must delay nothing: while Redis is away, commands fail at once
 * and the log says so.
 */
export function connectRedis(url: string, logger: RedisLogger): Redis {
  const redis = openRedis(url, logger, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  redis.on('error', (error) => logger.warn({ error }, 'redis is away'));
  return redis;
}

const SENTINELS =
  /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/@?]+)\/(?<name>[^/?]+)(?:\/(?<db>\d+))?(?:\?(?<query>.*))?$/u;

/**
 * The options of ioredis for an address of Sentinels,
 * `redis+sentinel://user:password@host:26379,host:26379/name of the primary/database`, with
 * `sentinel_username` and `sentinel_password` in the query where Sentinels ask for them, and
 * `rediss+sentinel` where all of them speak TLS.
 * @returns null for another address
 */
export function sentinelOptions(url: string): RedisOptions | null {
  const found = SENTINELS.exec(url)?.groups;
  if (found === undefined) return null;
  const query = new URLSearchParams(found['query']);
  const secure = { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} };
  return {
    sentinels: (found['hosts'] ?? '').split(',').map(sentinelAt),
    name: decodeURIComponent(found['name'] ?? ''),
    db: Number(found['db'] ?? 0),
    ...loginOf(found['username'], found['password']),
    ...(query.has('sentinel_username') && { sentinelUsername: query.get('sentinel_username') }),
    ...(query.has('sentinel_password') && { sentinelPassword: query.get('sentinel_password') }),
    ...(found['tls'] === 's' && secure),
  } as RedisOptions;
}

function sentinelAt(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname.replaceAll(/[[\]]/gu, ''), port: Number(port || SENTINEL_PORT) };
}

function loginOf(username = '', password = ''): RedisOptions {
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  };
}
