import { Redis } from 'ioredis';
import type { DriverLogger } from './connect.ts';

/** A Redis that does not answer holds no change up for longer, in milliseconds. */
const COMMAND_TIMEOUT_MS = 500;

/** Connects to a Redis whose absence must delay nothing: while Redis is away, commands fail at once and the log tells so. */
export function connectRedis(url: string, logger: DriverLogger): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
  redis.on('error', (error) => logger.warn({ error }, 'redis is away'));
  return redis;
}
