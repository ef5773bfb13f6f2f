import { CHANGE_CHANNEL } from '@tollgate/db/changes';
import type { Logger } from '@tollgate/runtime/logger';
import { Redis } from 'ioredis';

/**
 * Listens for hints that something has changed, also on a Redis that starts later than this process or restarts.
 * @returns stops listening
 */
export function followHints(given: {
  redisUrl: string;
  logger: Logger;
  onHint(): void;
}): () => void {
  const redis = new Redis(given.redisUrl, {
    maxRetriesPerRequest: null,
    autoResubscribe: false,
  });
  redis.on('error', (error) => {
    given.logger.warn({ error }, 'redis is away; changes come by polling');
  });
  redis.on('ready', () => {
    // A connection that breaks in between comes back ready and subscribes again.
    redis.subscribe(CHANGE_CHANNEL).catch(() => undefined);
  });
  redis.on('message', () => given.onHint());
  return () => redis.disconnect();
}
