import { setTimeout as wait } from 'node:timers/promises';
import { openRedis } from '@tollgate/db/redis';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import { createLimiter } from './shared-or-local.ts';
import type { Limiter } from './shared-or-local.ts';
import { createLocalLimits } from './local-store.ts';
import { createRedisLimits } from './redis-store.ts';

/**
 * The longest that a call waits for Redis to count it, in milliseconds: a Redis that is slow once,
 * as during a long command of somebody else, is not away.
 */
const PATIENCE_MS = 1_000;
/**
 * After so long no answer is expected any more, in milliseconds. One that comes later than the
 * patience is given back.
 */
const COMMAND_TIMEOUT_MS = 30_000;
/**
 * Redis is asked to count one of these: an answer without a write says little about a Redis that is
 * full, read-only or closed to us.
 */
const PROBE = [{ key: 'limit:{probe}', kind: 'minute', limit: 1_000_000, amount: 1 }] as const;
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
  /** Called while limits are counted in this process. */
  onAway?: () => void;
}): Promise<Limiter> {
  const { timers, logger } = given;
  const redis = openRedis(given.redisUrl, logger, {
    lazyConnect: true,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(RECONNECT_MS_MAX, attempt * 50),
  });
  redis.on('error', (error) => logger.debug({ error }, 'the redis of limits is away'));
  // A start does not depend on Redis: calls that come before Redis is there are counted in this
  // process.
  await Promise.race([redis.connect().catch(() => undefined), wait(CONNECT_TIMEOUT_MS)]);
  const shared = createRedisLimits({ redis, leaseMs: timers.lease });
  const limiter = createLimiter({
    shared,
    local: createLocalLimits({ replicas: given.replicas, now: given.now }),
    probe: () => shared.take('probe', PROBE),
    logger,
    patienceMs: PATIENCE_MS,
    ...(given.onAway === undefined ? {} : { onAway: given.onAway }),
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
