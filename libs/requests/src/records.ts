import type { Knex } from '@tollgate/db/connect';
import { writeBatch } from '@tollgate/db/write-behind';
import type { RowWriter } from '@tollgate/db/write-behind';
import type { Logger } from '@tollgate/runtime/logger';
import { outsideRequests } from '@tollgate/runtime/request-scope';
import { counter } from '@tollgate/telemetry/metrics';
import { insertRecords } from './queries.ts';
import type { RequestRecord } from './request-record.ts';

/** Takes records and writes them in batches behind the answers. */
export interface RequestLog {
  add(record: RequestRecord): void;
  /** Writes what waits; resolves when it stands or can not be written. */
  flush(): Promise<void>;
}

/** The most records in one statement. */
const BATCH_MAX = 500;
/** The most records that wait while the database is away; older ones are dropped and counted. */
const WAITING_MAX = 20_000;
const RETRY_MS = 500;

const droppedRecords = counter({
  name: 'request_records_dropped_total',
  help: 'Request records that were dropped because too many waited for the database.',
  labels: [],
});

/** A writer of request records for one process. The ledger does not depend on it: a lost record loses no money. */
export function createRequestLog(deps: { db: Knex; logger: Logger }): RequestLog {
  const writer: RowWriter<RequestRecord> = {
    table: 'requests.record',
    write: (records) => insertRecords(deps.db, records),
    nameOf: ({ id }) => id,
    logger: deps.logger,
  };
  const waiting: RequestRecord[] = [];
  let writing: Promise<void> | undefined;
  let dropped = 0;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const left = await writeBatch(writer, waiting.splice(0, BATCH_MAX));
      if (left.rows.length === 0) continue;
      waiting.unshift(...left.rows);
      const { error } = left;
      deps.logger.warn({ error, waiting: waiting.length, dropped }, 'request records wait');
      return;
    }
  }

  function write(): Promise<void> {
    writing ??= drain().finally(() => {
      writing = undefined;
      if (waiting.length > 0) setTimeout(() => void write(), RETRY_MS).unref();
    });
    return writing;
  }

  return {
    add(record) {
      if (waiting.length >= WAITING_MAX) {
        waiting.shift();
        dropped += 1;
        droppedRecords.add([]);
      }
      waiting.push(record);
      if (writing === undefined) outsideRequests(() => setImmediate(() => void write()));
    },
    flush: write,
  };
}
