import type { Knex } from '@tollgate/db/connect';
import { createWriteBehind } from '@tollgate/db/write-behind';
import { touchLastUsed } from '@tollgate/keys/keys';
import type { Logger } from '@tollgate/runtime/logger';

/** Between two writes of the last use of keys, in milliseconds. */
const KEY_USAGE_FLUSH_MS = 5_000;

/** Notes when keys were last used, without making a call wait for it. */
export interface KeyUsage {
  note(keyId: string): void;
  /** Writes what was noted and stops. */
  close(): Promise<void>;
}

/**
 * One statement every few seconds, at any load. A note that cannot be written waits for the next
 * statement.
 */
export function createKeyUsage(deps: { db: Knex; logger: Logger }): KeyUsage {
  const uses = createWriteBehind<string>({
    table: 'keys.api_key',
    write: (keyIds) => touchLastUsed(deps.db, keyIds),
    nameOf: (keyId) => keyId,
    logger: deps.logger,
    // A key waits once, and only keys that exist are noted.
    batchMax: Number.POSITIVE_INFINITY,
    waitingMax: Number.POSITIVE_INFINITY,
    fullDrops: 'oldest',
    everyMs: KEY_USAGE_FLUSH_MS,
    wrote({ error }) {
      if (error !== null) deps.logger.warn({ error }, 'the last use of keys could not be written');
    },
  });
  return { note: uses.add, close: uses.close };
}
