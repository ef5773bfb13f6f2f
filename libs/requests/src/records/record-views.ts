import type {
  ReceiptOut,
  RequestDetail,
  RequestOut,
  RequestTry,
} from '@tollgate/contract/request-records';
import type { Db } from '@tollgate/db/connect';
import { formatCredits, formatPico } from '@tollgate/money/credits';
import { dimensionsOf, isVideoDimension, tokensOf } from '@tollgate/money/rating';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import { promptAndCompletion } from '../usage/sums.ts';
import { listRecords } from './record.queries.ts';
import type { KeptRecord, RecordCursor, RecordsWanted } from './record-scope.queries.ts';

/** A page's cursor: the moment and the id of its last record. */
export function cursorOfRecord(record: KeptRecord): string {
  return `${record.micros}_${encodeId('req', record.id)}`;
}

/** Reads a cursor; null for what is none. */
export function readRecordCursor(text: string): RecordCursor | null {
  const match = /^(\d{1,18})_(req_.+)$/.exec(text);
  const id = decodeId('req', match?.[2] ?? '');
  const micros = BigInt(match?.[1] ?? '0');
  return id === null || micros > MICROS_MAX ? null : { micros, id };
}

/** The end of the year 9999. */
const MICROS_MAX = 253_402_300_799_999_999n;
/** Records that an export reads at a time. */
const EXPORT_PAGE = 1_000;

/**
 * All records of a filter, newest first, read page by page: nothing is open while the reader
 * pauses.
 */
export async function* readRecords(
  db: Db,
  wanted: Omit<RecordsWanted, 'limit' | 'offset'>,
): AsyncGenerator<KeptRecord> {
  let { after } = wanted;
  for (;;) {
    const page = await listRecords(db, { ...wanted, after, limit: EXPORT_PAGE, offset: 0 });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < EXPORT_PAGE) return;
    after = { micros: last.micros, id: last.id };
  }
}

/** A record in a list. */
export function requestOut(record: KeptRecord): RequestOut {
  return {
    public_id: encodeId('req', record.id),
    request_id: record.request_id,
    created_at: record.at.toISOString(),
    api_key_id: encodeId('key', record.api_key_id),
    mode: record.mode,
    endpoint: record.route,
    model_requested: record.model_requested,
    provider: record.provider,
    model: record.model,
    alias: record.alias,
    stream: record.stream,
    async: record.async,
    status: record.status,
    outcome: record.outcome,
    error_code: record.error_code,
    tokens: countsOf(record),
    video_seconds: secondsOf(record),
    credits: formatCredits(record.charged_n),
    latency_ms: record.total_ms,
    first_token_ms: record.first_token_ms,
    session_id: record.session_id,
    tag: record.tag,
  };
}

function countsOf({ usage }: KeptRecord): RequestOut['tokens'] {
  return usage === null ? null : promptAndCompletion(tokensOf(usage));
}

/** A video that is charged by tokens has no seconds here. */
function secondsOf({ usage }: KeptRecord): number | null {
  const seconds = dimensionsOf(usage ?? {}).filter(isVideoDimension);
  if (usage === null || seconds.length === 0) return null;
  return seconds.reduce((sum, name) => sum + (usage[name] ?? 0), 0);
}

/** Everything about a request that its owner may see. */
export function requestDetail(record: KeptRecord): RequestDetail {
  return {
    ...requestOut(record),
    attempt: record.attempt,
    attempts: triesOf(record),
    routing: record.tries?.[0]?.routing ?? null,
    output_policy: record.output_policy,
    effective_max_tokens: record.effective_max_tokens,
    timings: {
      queue_ms: record.queue_ms,
      upstream_ms: record.upstream_ms,
      first_token_ms: record.first_token_ms,
      total_ms: record.total_ms,
    },
    receipt: receiptOut(record),
  };
}

/**
 * Where nothing is stored the one try went well; a record that was made again from its hold has
 * none.
 */
export function triesOf(record: KeptRecord): RequestTry[] {
  const { provider, model, tries, queue_ms: queueMs, total_ms: totalMs } = record;
  if (tries !== null) {
    return tries.map(({ routing: _routing, ...one }) => ({
      ...one,
      left_out: one.left_out ?? [],
    }));
  }
  if (provider === null || model === null || record.outcome === 'refused') return [];
  if (record.outcome === 'replayed' || record.outcome === 'failed') return [];
  const answered = { failure: null, error_code: null, upstream_status: null, left_out: [] };
  const afterMs = queueMs ?? 0;
  return [
    { provider, model, hold: null, ...answered, after_ms: afterMs, took_ms: totalMs - afterMs },
  ];
}

function receiptOut(record: KeptRecord): ReceiptOut | null {
  const { receipt, price_version_id: price } = record;
  if (receipt === null) return null;
  return {
    lines: receipt.lines.map(({ dimension, quantity, price_pico: pico }) => ({
      dimension,
      quantity,
      unit_price: formatPico(pico),
    })),
    usage_source: record.reported === null ? record.usage_source : 'implausible',
    price_version_id: price === null ? null : encodeId('prc', price),
    uplift_bp: record.uplift_bp,
    cost: formatCredits(BigInt(receipt.cost_nano)),
    held: receipt.hold_nano === undefined ? null : formatCredits(BigInt(receipt.hold_nano)),
    charged: formatCredits(record.charged_n),
    service_tier: receipt.tiers ?? null,
  };
}
