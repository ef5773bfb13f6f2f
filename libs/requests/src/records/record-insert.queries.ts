import type { Db } from '@tollgate/db/connect';
import { run, statement } from '@tollgate/db/statement';
import type { RequestRecord } from './request-record.ts';

const RECORD_COLUMNS = `id uuid, at timestamptz, request_id text, user_id uuid, api_key_id uuid,
  mode text, route text, model_requested text, provider text, model text, stream boolean,
  async boolean, status int, outcome text, error_code text, attempt int, usage jsonb,
  usage_source text, charged_n bigint, price_version_id uuid, uplift_bp int, receipt jsonb,
  output_policy text, effective_max_tokens int, queue_ms int, upstream_ms int, first_token_ms int, total_ms int,
  alias text, tries jsonb, session_id text, tag text, reported jsonb, usage_suspect text`;
const RECORD_NAMES = RECORD_COLUMNS.replaceAll(/(\w+) \w+(,|$)/g, '$1$2');

/**
 * Records, and with them the sums of those whose usage is in doubt: reconciliations read these
 * without looking through the records of a day.
 */
const INSERT = statement<{ json: string }>(
  `with inserted as (
     insert into requests.record (${RECORD_NAMES})
     select ${RECORD_NAMES} from jsonb_to_recordset(cast(:json as jsonb)) as r(${RECORD_COLUMNS})
     on conflict do nothing returning at, mode, provider, model, usage_suspect)
   insert into requests.suspect_day as known (day, provider, model, reason, requests)
   select cast(at at time zone 'UTC' as date) as day, provider, model, usage_suspect, count(*)
   from inserted
   where usage_suspect is not null and mode = 'live' and provider is not null and model is not null
   group by 1, 2, 3, 4 order by 1, 2, 3, 4
   on conflict (provider, day, model, reason)
     do update set requests = known.requests + excluded.requests`,
);

/** Inserts request records in one statement; a record that exists already is left alone. */
export async function insertRecords(db: Db, records: readonly RequestRecord[]): Promise<void> {
  const json = JSON.stringify(records, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await run(db, INSERT, { json });
}
