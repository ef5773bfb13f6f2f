import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { Redis } from 'ioredis';
import { createLimiter } from './limiter.ts';
import type { Limiter } from './limiter.ts';
import { createLocalLimits } from './local-store.ts';
import { createRedisLimits } from './redis-store.ts';

/** The longest that a call waits for Redis to count it, in milliseconds. */
const LIMIT_COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT_MS_MAX = 500;
const PROBE_EVERY_MS = 500;

/** The limiter of a process, with a connection of its own: nothing waits behind other commands. */
export async function openLimiter(given: {
  redisUrl: string;
  /** Processes that share the limits. */
  replicas: number;
  timers: Timers;
  /** Wall clock, in milliseconds; asked only while Redis is away. */
  now: () => number;
  logger: Logger;
}): Promise<Limiter> {
  const { timers, logger } = given;
  const redis = new Redis(given.redisUrl, {
    lazyConnect: true,
    commandTimeout: LIMIT_COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RECONNECT_MS_MAX, attempt * 50),
  });
  redis.on('error', (error) => logger.debug({ error }, 'the redis of limits is away'));
  // A start does not depend on Redis: calls that come before Redis is there are counted in this process.
  await Promise.race([redis.connect().catch(() => undefined), wait(CONNECT_TIMEOUT_MS)]);
  const limiter = createLimiter({
    shared: createRedisLimits({ redis, leaseMs: timers.lease }),
    local: createLocalLimits({ replicas: given.replicas, now: given.now }),
    ping: () => redis.ping(),
    logger,
    probeEveryMs: PROBE_EVERY_MS,
    renewEveryMs: timers.heartbeat,
  });
  return {
    ...limiter,
    stop() {
      limiter.stop();
      redis.disconnect();
    },
  };
}
