import type { Db } from '@tollgate/db/connect';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { newUuid } from '@tollgate/runtime/ids';

/** A served request with usage and a charge; what a test cares about it says itself. */
export const aRecord = (given: Partial<RequestRecord> = {}): RequestRecord => {
  const id = given.id ?? newUuid();
  return {
    id,
    at: new Date(),
    request_id: `req-${id}`,
    user_id: newUuid(),
    api_key_id: newUuid(),
    mode: 'live',
    route: 'POST /v1/chat/completions',
    model_requested: 'acme/small',
    provider: 'acme',
    model: 'acme/small',
    alias: null,
    stream: false,
    async: false,
    status: 200,
    outcome: 'served',
    error_code: null,
    attempt: 1,
    session_id: null,
    tag: null,
    usage: { input: 100, output: 20, reasoning: 5, cache_read: 3, request: 1 },
    usage_source: 'provider',
    charged_n: 1_234_567n,
    price_version_id: newUuid(),
    uplift_bp: 0,
    receipt: {
      lines: [{ dimension: 'input', quantity: 100, price_pico: '1000000' }],
      cost_nano: '1234567',
    },
    reported: null,
    usage_suspect: null,
    output_policy: 'managed',
    effective_max_tokens: 2_000,
    queue_ms: 2,
    upstream_ms: 80,
    first_token_ms: 100,
    total_ms: 250,
    tries: null,
    ...given,
  };
};

/** A request that was refused before anything was sent. */
export const aRefusal = (given: Partial<RequestRecord> = {}): RequestRecord =>
  aRecord({
    status: 402,
    outcome: 'refused',
    error_code: 'insufficient_credit',
    provider: null,
    model: null,
    usage: null,
    usage_source: null,
    charged_n: 0n,
    price_version_id: null,
    uplift_bp: null,
    receipt: null,
    output_policy: null,
    effective_max_tokens: null,
    queue_ms: null,
    upstream_ms: null,
    first_token_ms: null,
    total_ms: 3,
    ...given,
  });

/** Writes records as the services do; gives them back. */
export const keepRecords = async (
  db: Db,
  records: readonly RequestRecord[],
): Promise<readonly RequestRecord[]> => {
  await insertRecords(db, records);
  return records;
};
