import { rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';

/** How much of what to make. */
export interface FillPlan {
  records: number;
  /** Spread over so many days, up to {@link YOUNGEST_DAYS} ago. */
  days: number;
  users: number;
  say: (line: string) => void;
}

/**
 * Younger days are left alone: the workers of the stack compare them with a ledger that knows none
 * of these requests.
 */
const YOUNGEST_DAYS = 6;
/** Days written by one statement, and by one transaction. */
const DAYS_AT_ONCE = 5;

/**
 * An id that is the same for the same text, with the version and the variant that ids of the
 * service have.
 */
export const idOf = (text: string): string =>
  `cast(overlay(overlay(md5(${text}) placing '7' from 13) placing '8' from 17) as uuid)`;

/**
 * A day's records, with what real ones have: few users make most requests, each key keeps to a few
 * of twenty models of five providers, one in forty fails and one in twenty is refused. `owner` is
 * the first user, whose own plane is measured as well.
 */
const FILL = `
insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, model_requested,
  provider, model, stream, async, status, outcome, error_code, attempt, usage, usage_source,
  charged_n, price_version_id, uplift_bp, receipt, output_policy, effective_max_tokens, queue_ms,
  upstream_ms, first_token_ms, total_ms)
select billing.uuid7(g.at), g.at, 'req_' || g.n, g.user_id, g.api_key_id, 'live',
  case when g.model_n % 10 = 9 then '/v1/embeddings' else '/v1/chat/completions' end, g.model,
  case when g.kind = 'refused' then null else g.provider end,
  case when g.kind = 'refused' then null else g.model end,
  g.n % 2 = 0, false,
  case g.kind when 'served' then 200 when 'failed' then 502 else 402 end, g.kind,
  case g.kind when 'failed' then 'upstream_unavailable'
    when 'refused' then 'insufficient_credit' end, 1,
  case when g.kind = 'served' then jsonb_build_object('input', g.input, 'cache_read', g.input / 4,
    'output', g.output, 'reasoning', g.output / 3) end,
  case when g.kind = 'served' then 'provider' end,
  case when g.kind = 'served' then (g.input * 250 + g.input / 4 * 25 + g.output * 1000
    + g.output / 3 * 1000)::bigint + g.n % 7 else 0 end,
  case when g.kind = 'served' then '00000000-0000-7000-8000-000000000001'::uuid end,
  case when g.kind = 'served' then 0 end,
  case when g.kind = 'served' then jsonb_build_object('lines', jsonb_build_array(
    jsonb_build_object('dimension', 'input', 'quantity', g.input, 'price_pico', '250000'),
    jsonb_build_object('dimension', 'output', 'quantity', g.output, 'price_pico', '1000000')),
    'cost_nano', (g.input * 250)::text) end,
  'managed', 16384, 1, (g.total * 0.9)::int, (g.total * 0.3)::int, g.total
from (
  select n, at, input, output, total, model_n, kind,
    case when user_n = 0 then :userId::uuid else ${idOf(`'user' || user_n`)} end as user_id,
    case when user_n = 0 then :keyId::uuid else ${idOf(`'key' || user_n || '-' || n % 3`)} end
      as api_key_id,
    'provider-' || model_n % 5 as provider,
    'provider-' || model_n % 5 || '/model-' || model_n as model
  from (
    select n, user_n, input, output, total, kind,
      (user_n + floor(power(random(), 3) * 4)::int) % 20 as model_n,
      :first::timestamptz + random() * (:days * interval '1 day' - interval '1 microsecond') as at
    from (
      select n, floor(power(random(), 3) * :users)::int as user_n,
        20 + floor(power(random(), 3) * 8000)::int as input,
        1 + floor(power(random(), 2) * 1500)::int as output,
        80 + floor(power(random(), 4) * 60000)::int as total,
        case when n % 40 = 0 then 'failed' when n % 20 = 7 then 'refused' else 'served' end as kind
      from generate_series(:from::bigint, :until::bigint) n
    ) drawn
  ) placed
) g`;

/**
 * Fills the tables, but for days that an earlier run of the same day has filled; sums are kept by
 * their triggers, as always.
 * @returns a table of what is there then, or null when nothing had to be filled
 */
export async function fill(
  owner: Knex,
  who: { userId: string; keyId: string },
  plan: FillPlan,
): Promise<string[][] | null> {
  const { records, days, users, say } = plan;
  const begun = performance.now();
  const today = Math.floor(Date.now() / 86_400_000);
  const firstDay = today - YOUNGEST_DAYS - days + 1;
  await owner.raw('select maintenance.ensure_partitions(?, 2)', [days + YOUNGEST_DAYS]);
  const perDay = records / days;
  let written = 0;
  for (let day = 0; day < days; day += DAYS_AT_ONCE) {
    const width = Math.min(DAYS_AT_ONCE, days - day);
    const from = Math.round(day * perDay) + 1;
    const until = Math.round((day + width) * perDay);
    const first = new Date((firstDay + day) * 86_400_000).toISOString();
    if (await hasRecords(owner, { first, days: width })) continue;
    written += 1;
    await owner.transaction(async (trx) => {
      await trx.raw('set local synchronous_commit = off');
      await trx.raw('select setseed(?)', [day / days]);
      await trx.raw(castsOf(FILL), { ...who, first, days: width, users, from, until });
    });
    if (until % Math.ceil(records / 10) < perDay * DAYS_AT_ONCE) {
      say(`${until} records after ${Math.round((performance.now() - begun) / 1_000)} s`);
    }
  }
  if (written === 0) return null;
  await owner.raw('vacuum analyze requests.record');
  await owner.raw('vacuum analyze requests.rollup');
  return sizesOf(owner);
}

/** Days are filled whole or not at all. */
async function hasRecords(owner: Knex, range: { first: string; days: number }): Promise<boolean> {
  const found = await rows(
    owner,
    `select id from requests.record where at >= cast(:first as timestamptz)
       and at < cast(:first as timestamptz) + cast(:days as int) * interval '1 day' limit 1`,
    range,
  );
  return found.length > 0;
}

/** knex reads a name between colons as an identifier. */
function castsOf(sql: string): string {
  return sql.replaceAll(/(:\w+)::(\w+)/g, 'cast($1 as $2)');
}

async function sizesOf(owner: Knex): Promise<string[][]> {
  const found = await rows<{ name: string; count: string; size: string }>(
    owner,
    `select name, count::text as count, pg_size_pretty(size) as size from (
       select 'requests.record' as name, (select count(*) from requests.record) as count,
         (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
          where inhparent = cast('requests.record' as regclass)) as size
       union all select 'requests.rollup', (select count(*) from requests.rollup),
         pg_total_relation_size('requests.rollup')
       union all select 'requests.rollup_kind', (select count(*) from requests.rollup_kind),
         pg_total_relation_size('requests.rollup_kind')
     ) t`,
  );
  return found.map(({ name, count, size }) => [name, count, size]);
}

/** So many days are compared by one statement, whose sorts then fit into memory. */
const DAYS_COMPARED = 10;

/** @throws when a sum differs from what its records add up to */
export async function assertSumsAreExact(owner: Knex): Promise<void> {
  const [first] = await rows<{ days: number }>(
    owner,
    'select current_date - min(cast(at as date)) as days from requests.record',
  );
  for (let back = first?.days ?? 0; back > 0; back -= DAYS_COMPARED) {
    const found = await rows(
      owner,
      `select * from requests.rollup_faults(current_date - cast(:from as int),
         current_date - cast(:until as int)) limit 5`,
      { from: back, until: Math.max(0, back - DAYS_COMPARED) },
    );
    if (found.length > 0) throw new Error(`sums differ from records: ${JSON.stringify(found)}`);
  }
}
