import type { Knex } from '@tollgate/db/connect';
import type { ReceiptLine, UsageCounts } from '@tollgate/money/rating';
import type { Logger } from '@tollgate/runtime/logger';
import { insertRecords } from './queries.ts';

/** How a request ended. */
export type Outcome = 'served' | 'refused' | 'failed' | 'partial' | 'client_gone' | 'replayed';

/** What a charge was made of; re-rating it gives the charge again. */
export interface Receipt {
  lines: ReceiptLine[];
  /** Nano-credits before the hold caps them, as an integer string. */
  cost_nano: string;
}

/** One request, as it is kept. */
export interface RequestRecord {
  /** The operation's uuid. */
  id: string;
  /** When it arrived. */
  at: Date;
  request_id: string;
  user_id: string;
  api_key_id: string;
  mode: 'live' | 'test';
  route: string;
  model_requested: string | null;
  provider: string | null;
  model: string | null;
  stream: boolean;
  status: number;
  outcome: Outcome;
  error_code: string | null;
  attempt: number;
  usage: UsageCounts | null;
  usage_source: string | null;
  /** Nano-credits. */
  charged_n: bigint;
  price_version_id: string | null;
  uplift_bp: number | null;
  receipt: Receipt | null;
  output_policy: string | null;
  effective_max_tokens: number | null;
  /** Milliseconds from arrival to the first byte towards the vendor. */
  queue_ms: number | null;
  /** Milliseconds from there to the vendor's first byte. */
  upstream_ms: number | null;
  /** Milliseconds from arrival to the first content towards the client. */
  first_token_ms: number | null;
  total_ms: number;
}

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

/** A writer of request records for one process. The ledger does not depend on it: a lost record loses no money. */
export function createRequestLog(deps: { db: Knex; logger: Logger }): RequestLog {
  const waiting: RequestRecord[] = [];
  let writing: Promise<void> | undefined;
  let dropped = 0;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      try {
        await insertRecords(deps.db, batch);
        waiting.splice(0, batch.length);
      } catch (error) {
        deps.logger.warn({ error, waiting: waiting.length, dropped }, 'request records wait');
        return;
      }
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
      }
      waiting.push(record);
      if (writing === undefined) setImmediate(() => void write());
    },
    flush: write,
  };
}
