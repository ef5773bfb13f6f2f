import { LRUCache } from 'lru-cache';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { Knex } from '@tollgate/db/connect';
import type { Logger } from '@tollgate/runtime/logger';
import { countClaims } from './idempotency.queries.ts';

/** Claims of one user between two counts of what the user has. */
const CLAIMS_BETWEEN_COUNTS = 1_000;
/** Users whose claims are counted in one process. */
const USERS_MAX = 10_000;
/**
 * How long a user with too many keys is refused before the keys are counted again, in milliseconds.
 */
const REFUSED_MS = 60_000;
const RETRY_AFTER_SECONDS = 60;

/**
 * Keeps one user from filling the table of idempotency keys, which costs nothing with a test key.
 */
export interface KeyAllowance {
  /**
   * Whether the user has as many keys as are remembered for one; repetitions of those are answered
   * all the same.
   */
  isUsedUp(userId: string): boolean;
  /**
   * Notes that the user has taken a key. Now and then the keys are counted; no call waits for that.
   */
  taken(userId: string): void;
}

interface KeyUsage {
  claims: number;
  /** Until then the user is known to have too many, by this process' clock that never jumps. */
  usedUpUntilMs: number;
}

/**
 * @param keysMax how many keys of one user are remembered at once; a process may be some claims
 *   late to see it
 */
export function createKeyAllowance(deps: {
  db: Knex;
  keysMax: number;
  logger: Pick<Logger, 'warn'>;
}): KeyAllowance {
  const { db, keysMax, logger } = deps;
  const between = Math.max(1, Math.min(CLAIMS_BETWEEN_COUNTS, Math.floor(keysMax / 10)));
  const standings = new LRUCache<string, KeyUsage>({ max: USERS_MAX });
  const count = async (userId: string, standing: KeyUsage): Promise<void> => {
    const keys = await countClaims(db, { userId, atMost: keysMax });
    if (keys < keysMax) return;
    standing.usedUpUntilMs = performance.now() + REFUSED_MS;
    logger.warn({ userId, keys }, 'a user has as many idempotency keys as are remembered');
  };
  return {
    isUsedUp: (userId) => (standings.get(userId)?.usedUpUntilMs ?? 0) > performance.now(),
    taken(userId) {
      const standing = standings.get(userId) ?? { claims: 0, usedUpUntilMs: 0 };
      standings.set(userId, standing);
      standing.claims += 1;
      if (standing.claims % between !== 1 % between) return;
      count(userId, standing).catch((error: unknown) =>
        logger.warn({ error }, 'the idempotency keys of a user could not be counted'),
      );
    },
  };
}

/** The error for a user with too many keys. */
export function tooManyKeys(): GatewayError {
  return new GatewayError(
    'rate_limit_exceeded',
    'This account has used the most idempotency keys that are kept. Send the request without one, or try again later.',
    { param: 'Idempotency-Key', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
