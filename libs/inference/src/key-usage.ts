import type { Knex } from '@tollgate/db/connect';
import { writeBatch } from '@tollgate/db/write-behind';
import type { RowWriter } from '@tollgate/db/write-behind';
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

/** One statement every few seconds, whatever the load. A note that can not be written waits for the next time. */
export function createKeyUsage(deps: { db: Knex; logger: Logger }): KeyUsage {
  const noted = new Set<string>();
  const writer: RowWriter<string> = {
    table: 'keys.api_key',
    write: (keyIds) => touchLastUsed(deps.db, keyIds),
    nameOf: (keyId) => keyId,
    logger: deps.logger,
  };
  async function flush(): Promise<void> {
    if (noted.size === 0) return;
    const ids = [...noted];
    noted.clear();
    const left = await writeBatch(writer, ids);
    if (left.rows.length === 0) return;
    for (const id of left.rows) noted.add(id);
    deps.logger.warn({ error: left.error }, 'the last use of keys could not be written');
  }
  const timer = setInterval(() => void flush(), KEY_USAGE_FLUSH_MS);
  timer.unref();
  return {
    note: (keyId) => void noted.add(keyId),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
