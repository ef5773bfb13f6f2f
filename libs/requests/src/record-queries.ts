import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { RequestFilter } from './filter.ts';
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
export interface RecordsWanted extends RequestFilter {
  requestId: string | null;
  after: RecordCursor | null;
  limit: number;
  offset: number;
}

const COLUMNS = `id, at, cast(extract(epoch from at) * 1000000 as bigint) as micros, request_id,
  user_id, api_key_id, mode, route, model_requested, provider, model, stream, async, status,
  outcome, error_code, attempt, usage, usage_source, charged_n, price_version_id, uplift_bp,
  receipt, output_policy, effective_max_tokens, queue_ms, upstream_ms, first_token_ms, total_ms`;

const AFTER = `timestamptz 'epoch' + cast(:micros as bigint) * interval '1 microsecond'`;

/** Records, newest first. */
export function listRecords(db: Db, wanted: RecordsWanted): Promise<KeptRecord[]> {
  const { after, ...filter } = wanted;
  return rows<KeptRecord>(
    db,
    `select ${COLUMNS} from requests.record
     where (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
       and (cast(:apiKeyId as uuid) is null or api_key_id = cast(:apiKeyId as uuid))
       and (cast(:provider as text) is null or provider = :provider)
       and (cast(:model as text) is null or model = :model)
       and (cast(:route as text) is null or route = :route)
       and (cast(:statusFrom as int) is null or status between :statusFrom and :statusTo)
       and (cast(:outcome as text) is null or outcome = :outcome)
       and (cast(:requestId as text) is null or request_id = :requestId)
       and (cast(:micros as bigint) is null
         or (at <= ${AFTER} and (at, id) < (${AFTER}, cast(:afterId as uuid))))
     order by at desc, id desc limit :limit offset :offset`,
    { ...filter, micros: after?.micros.toString() ?? null, afterId: after?.id ?? null },
  );
}

/** The newest record of an operation; of any user when none is named. */
export function findRecord(
  db: Db,
  by: { id: string; userId: string | null },
): Promise<KeptRecord | null> {
  return row<KeptRecord>(
    db,
    `select ${COLUMNS} from requests.record
     where id = :id and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
     order by at desc limit 1`,
    by,
  );
}
