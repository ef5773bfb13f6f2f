import { decodeId } from '@tollgate/runtime/ids';
import { isoOrNull } from './filter.ts';
import type { RecordFilter } from './filter.ts';
import type { RequestRecord } from './request-record.ts';

/** A record with its exact moment, which a Date would cut off. */
export interface KeptRecord extends RequestRecord {
  /** Microseconds since 1970. */
  micros: bigint;
}

/** Where a page of records starts: after this one. */
export interface RecordCursor {
  micros: bigint;
  id: string;
}

/** Which records to list. */
export interface RecordsWanted extends RecordFilter {
  after: RecordCursor | null;
  limit: number;
  offset: number;
}

/** The columns of a {@link KeptRecord}. */
export const COLUMNS = `id, at, cast(extract(epoch from at) * 1000000 as bigint) as micros, request_id,
  user_id, api_key_id, mode, route, model_requested, provider, model, stream, async, status,
  outcome, error_code, attempt, usage, usage_source, charged_n, price_version_id, uplift_bp,
  receipt, output_policy, effective_max_tokens, queue_ms, upstream_ms, first_token_ms, total_ms,
  alias, tries, session_id, tag, reported, usage_suspect`;

const AFTER = `timestamptz 'epoch' + cast(:micros as bigint) * interval '1 microsecond'`;

/** What {@link RecordsWanted} asks for; the bindings are those of {@link bindingsOf}. */
export const MATCHING = `(cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
  and (cast(:apiKeyId as uuid) is null or api_key_id = cast(:apiKeyId as uuid))
  and (cast(:provider as text) is null or provider = :provider)
  and (cast(:mode as text) is null or mode = :mode)
  and (cast(:model as text) is null or model = :model or alias = :model)
  and (cast(:route as text) is null or route = :route)
  and (cast(:statusFrom as int) is null or status between :statusFrom and :statusTo)
  and (cast(:outcome as text) is null or outcome = :outcome)
  and (cast(:errorCode as text) is null or error_code = :errorCode)
  and (cast(:alias as text) is null or alias = :alias)
  and (cast(:stream as boolean) is null or stream = cast(:stream as boolean))
  and (cast(:dateFrom as timestamptz) is null or at >= cast(:dateFrom as timestamptz))
  and (cast(:dateTo as timestamptz) is null or at < cast(:dateTo as timestamptz))
  and (cast(:requestId as text) is null or request_id = :requestId or id = cast(:recordId as uuid))
  and (cast(:sessionId as text) is null or session_id = :sessionId)
  and (cast(:tag as text) is null or tag = :tag)
  and (cast(:micros as bigint) is null
    or (at <= ${AFTER} and (at, id) < (${AFTER}, cast(:afterId as uuid))))`;

/** The bindings of {@link MATCHING}. */
export function bindingsOf({ after, ...filter }: RecordsWanted) {
  const recordId = filter.requestId === null ? null : decodeId('req', filter.requestId);
  return {
    ...filter,
    dateFrom: isoOrNull(filter.dateFrom),
    dateTo: isoOrNull(filter.dateTo),
    recordId,
    micros: after?.micros.toString() ?? null,
    afterId: after?.id ?? null,
  };
}

/** A time in milliseconds as a binding. */
export function isoOf(time: number): string {
  return new Date(time).toISOString();
}
