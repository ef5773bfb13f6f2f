import type { Db } from '@tollgate/db/connect';
import { run, statement } from '@tollgate/db/statement';
import type { RequestRecord } from './request-record.ts';

const RECORD_COLUMNS = `id uuid, at timestamptz, request_id text, user_id uuid, api_key_id uuid,
  mode text, route text, model_requested text, provider text, model text, stream boolean,
  async boolean, status int, outcome text, error_code text, attempt int, usage jsonb,
  usage_source text, charged_n bigint, price_version_id uuid, uplift_bp int, receipt jsonb,
  output_policy text, effective_max_tokens int, queue_ms int, upstream_ms int, first_token_ms int, total_ms int,
  alias text, tries jsonb, session_id text, reported jsonb`;
const RECORD_NAMES = RECORD_COLUMNS.replaceAll(/(\w+) \w+(,|$)/g, '$1$2');

const INSERT = statement<{ json: string }>(
  `insert into requests.record (${RECORD_NAMES})
   select ${RECORD_NAMES} from jsonb_to_recordset(cast(:json as jsonb)) as r(${RECORD_COLUMNS})
   on conflict do nothing`,
);

/** Inserts request records in one statement; a record that stands already is left alone. */
export async function insertRecords(db: Db, records: readonly RequestRecord[]): Promise<void> {
  const json = JSON.stringify(records, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await run(db, INSERT, { json });
}
