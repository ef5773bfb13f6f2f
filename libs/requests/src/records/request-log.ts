import type { Knex } from '@tollgate/db/connect';
import { createWriteBehind } from '@tollgate/db/write-behind';
import type { WriteBehind } from '@tollgate/db/write-behind';
import type { Logger } from '@tollgate/runtime/logger';
import { counter } from '@tollgate/telemetry/metrics';
import { insertRecords } from './record-insert.queries.ts';
import type { RequestRecord } from './request-record.ts';

/** Takes records and writes them in batches behind the answers. */
export type RequestLog = Pick<WriteBehind<RequestRecord>, 'add' | 'flush'>;

/** The most records in one statement. */
const BATCH_MAX = 500;
/** The most records that wait while the database is away; older ones are dropped and counted. */
const WAITING_MAX = 20_000;
/**
 * Between two writes, in milliseconds. A process that dies loses no more; the ledger makes the
 * records of its charged calls again.
 */
const FLUSH_MS = 1_000;

const droppedRecords = counter({
  name: 'request_records_dropped_total',
  help: 'Request records that were dropped because too many waited for the database.',
  labels: [],
});

/**
 * A writer of request records for one process. The ledger does not depend on it: a lost record
 * loses no money.
 */
export function createRequestLog(deps: { db: Knex; logger: Logger }): RequestLog {
  let dropped = 0;
  return createWriteBehind<RequestRecord>({
    table: 'requests.record',
    write: (records) => insertRecords(deps.db, records),
    nameOf: ({ id }) => id,
    logger: deps.logger,
    batchMax: BATCH_MAX,
    waitingMax: WAITING_MAX,
    fullDrops: 'oldest',
    overflowed() {
      dropped += 1;
      droppedRecords.add([]);
    },
    everyMs: FLUSH_MS,
    wrote({ waiting, error }) {
      if (error !== null) deps.logger.warn({ error, waiting, dropped }, 'request records wait');
    },
  });
}
