import { CHANGE_CHANNEL } from '@tollgate/db/changes';
import { openRedis } from '@tollgate/db/redis';
import type { Logger } from '@tollgate/runtime/logger';

/**
 * Listens for hints that something has changed, also on a Redis that starts later than this process
 * or restarts.
 * @returns stops listening
 */
export function followHints(given: {
  redisUrl: string;
  logger: Logger;
  onHint(): void;
}): () => void {
  const redis = openRedis(given.redisUrl, given.logger, {
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
