import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { RequestFilter } from '../records/filter.ts';
import type { Outcome } from '../records/request-record.ts';
import { sumsOf } from './sums.ts';
import type { Texts, TokenSums } from './sums.ts';

/** Sums of one group of requests. */
export interface SumsRow extends TokenSums {
  requests: bigint;
  succeeded: bigint;
  failed: bigint;
  refused: bigint;
  faults: bigint;
  charged: bigint;
}

/** Sums with histograms of requests that were answered in full. */
export interface TimedRow extends SumsRow {
  total: bigint;
  firstToken: bigint;
}

/** Sums of all requests of one kind. */
export interface KindRow extends TimedRow {
  provider: string;
  model: string;
  route: string;
  status: number;
  outcome: Outcome;
  errorCode: string;
}

/** Sums of one step of a series. */
export interface StepRow extends TimedRow {
  bucket: Date;
}

/** Sums of one user or key. */
export interface OwnerRow extends SumsRow {
  id: string;
}

/** From … until, on whole hours. Days that it holds as a whole are read from the sums of days. */
export interface UsageScope extends RequestFilter {
  from: Date;
  until: Date;
}

/** What is neither a caller's mistake nor a caller's leaving: ours, or a provider's. A replay tells of a fault that was counted. */
const IS_FAULT = `k.outcome = 'partial' or (k.outcome in ('failed', 'refused')
    and (k.status >= 500 or k.error_code = 'upstream_rate_limited'))`;

const SUMS = `sum(r.requests)::text as requests,
  coalesce(sum(r.requests) filter (
    where k.outcome in ('served', 'replayed') and k.status < 400), 0)::text as succeeded,
  coalesce(sum(r.requests) filter (where k.outcome in ('failed', 'partial')), 0)::text as failed,
  coalesce(sum(r.requests) filter (where k.outcome = 'refused'), 0)::text as refused,
  coalesce(sum(r.requests) filter (where ${IS_FAULT}), 0)::text as faults,
  sum(r.input_tokens)::text as input, sum(r.cache_read_tokens)::text as "cacheRead",
  sum(r.cache_write_tokens)::text as "cacheWrite", sum(r.output_tokens)::text as output,
  sum(r.reasoning_tokens)::text as reasoning, sum(r.charged_n)::text as charged`;

/** How long what was answered in full took. */
const TIMES = `coalesce(sum(r.total_histogram) filter (where k.outcome = 'served'), 0)::text as total,
  coalesce(sum(r.first_token_histogram) filter (where k.outcome = 'served'), 0)::text
    as "firstToken"`;

/** The sums of everybody, or those of single keys. */
type Level = 'all' | 'key';

/** The last condition lets the partial indexes of users and keys be used. */
const OF_KEYS = `and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
  and (cast(:apiKeyId as uuid) is null or api_key_id = cast(:apiKeyId as uuid))
  and user_id <> '00000000-0000-0000-0000-000000000000'`;

const part = (
  level: Level,
  grain: 'month' | 'day' | 'hour',
  [from, until]: [string, string],
): string =>
  `select * from requests.rollup
   where level = '${level}_${grain}' and bucket >= cast(:${from} as timestamptz)
     and bucket < cast(:${until} as timestamptz) ${level === 'key' ? OF_KEYS : ''}`;

/** Whole months, where sums of months exist and the report asks for no steps. */
const days = (level: Level): string =>
  level === 'all'
    ? part(level, 'day', ['firstDay', 'dayAfter'])
    : `${part(level, 'month', ['firstMonth', 'monthAfter'])}
       union all ${part(level, 'day', ['firstDay', 'firstMonth'])}
       union all ${part(level, 'day', ['monthAfter', 'dayAfter'])}`;

/** Whole days from the sums of days, what sticks out at either end from those of hours. */
const inRange = (level: Level): string => `(${days(level)}
  union all ${part(level, 'hour', ['from', 'firstDay'])}
  union all ${part(level, 'hour', ['dayAfter', 'until'])}) r
  join requests.rollup_kind k on k.id = r.kind_id
    and (cast(:provider as text) is null or k.provider = :provider)
    and (cast(:mode as text) is null or k.mode = :mode)
    and (cast(:model as text) is null or k.model = :model or k.alias = :model)
    and (cast(:route as text) is null or k.route = :route)
    and (cast(:statusFrom as int) is null or k.status between :statusFrom and :statusTo)
    and (cast(:outcome as text) is null or k.outcome = :outcome)`;

/** Sums by what requests were. */
export async function sumByKind(db: Db, scope: UsageScope): Promise<KindRow[]> {
  const found = await rows<Texts<KindRow>>(
    db,
    `select k.provider, k.model, k.route, k.status, k.outcome, k.error_code as "errorCode",
       ${SUMS}, ${TIMES}
     from ${inRange(levelOf(scope))}
     group by k.provider, k.model, k.route, k.status, k.outcome, k.error_code
     having sum(r.requests) > 0`,
    bindingsOf(scope),
  );
  return found.map((kind) => ({ ...kind, ...sumsOf(SUM_NAMES, kind), ...timesOf(kind) }));
}

const KIND_COLUMNS = 'k.provider, k.model, k.route, k.status, k.outcome, k.error_code';

/** Sums by what requests were, and by step, oldest first; steps without requests are left out. Both are read at once. */
export async function sumByKindAndStep(
  db: Db,
  scope: UsageScope,
  step: 'hour' | 'day',
): Promise<{ kinds: KindRow[]; steps: StepRow[] }> {
  const found = await rows<Texts<KindRow & StepRow> & { isStep: boolean }>(
    db,
    `select grouping(k.provider) = 1 as "isStep", b.bucket, k.provider, k.model, k.route, k.status,
       k.outcome, k.error_code as "errorCode", ${SUMS}, ${TIMES}
     from ${inRange(levelOf(scope))}
     cross join lateral (select date_trunc(cast(:step as text), r.bucket, 'UTC') as bucket) b
     group by grouping sets ((${KIND_COLUMNS}), (b.bucket))
     having sum(r.requests) > 0 order by b.bucket`,
    { ...bindingsOf(scope, step), step },
  );
  const summed = found.map((one) => ({ ...one, ...sumsOf(SUM_NAMES, one), ...timesOf(one) }));
  return {
    kinds: summed.filter(({ isStep }) => !isStep),
    steps: summed.filter(({ isStep }) => isStep),
  };
}

/** Sums by steps of any length that begin at whole hours, oldest first; steps without requests are left out. */
export async function sumBetween(
  db: Db,
  scope: UsageScope,
  starts: readonly Date[],
): Promise<StepRow[]> {
  const found = await rows<Texts<StepRow>>(
    db,
    `select (cast(:starts as timestamptz[]))[width_bucket(r.bucket, cast(:starts as timestamptz[]))]
       as bucket, ${SUMS}, ${TIMES}
     from ${inRange(levelOf(scope))} group by 1 having sum(r.requests) > 0 order by 1`,
    { ...bindingsOf(scope, 'hour'), starts: starts.map((start) => start.toISOString()) },
  );
  return found.map((one) => ({ ...one, ...sumsOf(SUM_NAMES, one), ...timesOf(one) }));
}

/** Sums by key, most credits first. */
export async function sumByKey(db: Db, scope: UsageScope, limit: number): Promise<OwnerRow[]> {
  const found = await rows<Texts<OwnerRow>>(
    db,
    `select r.api_key_id as id, ${SUMS} from ${inRange('key')}
     group by 1 having sum(r.requests) > 0
     order by sum(r.charged_n) desc, sum(r.requests) desc, 1 limit :limit`,
    { ...bindingsOf(scope), limit },
  );
  return found.map((one) => ({ ...one, ...sumsOf(SUM_NAMES, one) }));
}

/**
 * Sums by user and by key, most credits first, out of one reading. Grouped by one column at a time, PostgreSQL knows how few groups
 * there are and hashes them; pairs of both it takes for as many as there are rows, and sorts all of these.
 */
export async function sumByOwners(
  db: Db,
  scope: UsageScope,
  limit: number,
): Promise<{ users: OwnerRow[]; keys: OwnerRow[] }> {
  const found = await rows<Texts<OwnerRow> & { isKey: boolean }>(
    db,
    `select * from (
       select grouping(r.user_id) = 1 as "isKey", coalesce(r.user_id, r.api_key_id) as id, ${SUMS},
         row_number() over (partition by grouping(r.user_id)
           order by sum(r.charged_n) desc, sum(r.requests) desc, coalesce(r.user_id, r.api_key_id)
         ) as place
       from ${inRange('key')}
       group by grouping sets ((r.user_id), (r.api_key_id)) having sum(r.requests) > 0
     ) owners where place <= :limit order by place`,
    { ...bindingsOf(scope), limit },
  );
  const of = (isKey: boolean): OwnerRow[] =>
    found
      .filter((one) => one.isKey === isKey)
      .map(({ id, ...one }) => ({ id, ...sumsOf(SUM_NAMES, one) }));
  return { users: of(false), keys: of(true) };
}

/** What these users have spent from a moment on, in nano-credits; users without requests are left out. */
export async function spendOfUsers(
  db: Db,
  given: { userIds: readonly string[]; from: Date },
): Promise<Map<string, bigint>> {
  const found = await rows<{ id: string; charged: string }>(
    db,
    `select user_id as id, sum(charged_n)::text as charged from requests.rollup
     where level = 'key_day' and user_id = any(cast(:userIds as uuid[]))
       and user_id <> '00000000-0000-0000-0000-000000000000' and bucket >= :from
     group by 1`,
    { userIds: [...given.userIds], from: given.from },
  );
  return new Map(found.map(({ id, charged }) => [id, BigInt(charged)]));
}

const SUM_NAMES = [
  'requests',
  'succeeded',
  'failed',
  'refused',
  'faults',
  'input',
  'cacheRead',
  'cacheWrite',
  'output',
  'reasoning',
  'charged',
] as const satisfies readonly (keyof SumsRow)[];

function timesOf({ total, firstToken }: { total: string; firstToken: string }) {
  return { total: BigInt(total), firstToken: BigInt(firstToken) };
}

const DAY_MS = 86_400_000;

function levelOf({ userId, apiKeyId }: UsageScope): Level {
  return userId === null && apiKeyId === null ? 'all' : 'key';
}

/** Where months, days and hours are read from; `step` is the finest that is asked for, null when only sums are. */
function bindingsOf(scope: UsageScope, step: 'hour' | 'day' | null = null) {
  const { from, until } = scope;
  const firstDay = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const dayAfter = new Date(Math.floor(until.getTime() / DAY_MS) * DAY_MS);
  const hasDays = step !== 'hour' && firstDay < dayAfter;
  const days = { firstDay: hasDays ? firstDay : until, dayAfter: hasDays ? dayAfter : until };
  const firstMonth = startOfMonth(days.firstDay, 'at or after');
  const monthAfter = startOfMonth(days.dayAfter, 'at or before');
  const hasMonths = step === null && firstMonth < monthAfter;
  return {
    ...scope,
    ...days,
    firstMonth: hasMonths ? firstMonth : days.dayAfter,
    monthAfter: hasMonths ? monthAfter : days.dayAfter,
  };
}

function startOfMonth(moment: Date, side: 'at or before' | 'at or after'): Date {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
  const start = new Date(Date.UTC(year, month, 1));
  if (side === 'at or before' || start.getTime() === moment.getTime()) return start;
  return new Date(Date.UTC(year, month + 1, 1));
}
