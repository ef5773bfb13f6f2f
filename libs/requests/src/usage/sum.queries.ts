import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { Outcome } from '../records/request-record.ts';
import { areDays, bindingsOf, movedHours } from './sum-range.ts';
import type { UsageScope } from './sum-range.ts';
import { inRange, inSteps, levelOf, SUMS, TIMES } from './sum-source.queries.ts';
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
  /** The alias that was asked for; empty where an exact id was. */
  alias: string;
  route: string;
  status: number;
  outcome: Outcome;
  errorCode: string;
}

/** The names of sums. */
export const SUM_NAMES = [
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

/** Sums of one step of a series. */
export interface StepRow extends TimedRow {
  bucket: Date;
}

/** Sums of one user or key. */
export interface OwnerRow extends SumsRow {
  id: string;
}

const KIND_COLUMNS = 'k.provider, k.model, k.alias, k.route, k.status, k.outcome, k.error_code';

/** Sums by what requests were. */
export async function sumByKind(db: Db, scope: UsageScope): Promise<KindRow[]> {
  const found = await rows<Texts<KindRow>>(
    db,
    `select k.provider, k.model, k.alias, k.route, k.status, k.outcome,
       k.error_code as "errorCode", ${SUMS}, ${TIMES}
     from ${inRange(levelOf(scope))}
     group by ${KIND_COLUMNS}
     having sum(r.requests) > 0`,
    bindingsOf(scope),
  );
  return found.map((kind) => ({ ...kind, ...sumsOf(SUM_NAMES, kind), ...timesOf(kind) }));
}

/**
 * Sums by what requests were, and by step, oldest first; steps without requests are left out. Both
 * are read at once.
 */
export async function sumByKindAndStep(
  db: Db,
  scope: UsageScope,
  step: 'hour' | 'day',
): Promise<{ kinds: KindRow[]; steps: StepRow[] }> {
  const found = await rows<Texts<KindRow & StepRow> & { isStep: boolean }>(
    db,
    `select grouping(k.provider) = 1 as "isStep", b.bucket, k.provider, k.model, k.alias, k.route, k.status,
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

/**
 * Sums and histograms by steps of any length that begin at whole hours, oldest first; steps without
 * requests are left out.
 */
export async function sumBetween(
  db: Db,
  scope: UsageScope,
  starts: readonly Date[],
): Promise<StepRow[]> {
  const found = await rows<Texts<StepRow>>(db, ...stepsQuery(scope, starts, `${SUMS}, ${TIMES}`));
  return found.map((one) => ({ ...one, ...sumsOf(SUM_NAMES, one), ...timesOf(one) }));
}

/** Sums by steps as `sumBetween` gives them, without the histograms, which cost most of it. */
export async function sumSteps(
  db: Db,
  scope: UsageScope,
  starts: readonly Date[],
): Promise<(SumsRow & { bucket: Date })[]> {
  const found = await rows<Texts<SumsRow & { bucket: Date }>>(
    db,
    ...stepsQuery(scope, starts, SUMS),
  );
  return found.map((one) => ({ ...one, ...sumsOf(SUM_NAMES, one) }));
}

function stepsQuery(
  scope: UsageScope,
  starts: readonly Date[],
  sums: string,
): [sql: string, bindings: Record<string, unknown>] {
  const bindings = bindingsOf(scope, areDays(starts) ? 'day' : 'hour');
  return [
    `select (cast(:starts as timestamptz[]))[width_bucket(r.at, cast(:starts as timestamptz[]))]
       as bucket, ${sums}
     from ${inSteps(levelOf(scope))} group by 1 having sum(r.requests) > 0 order by 1`,
    {
      ...bindings,
      starts: starts.map((start) => start.toISOString()),
      moved: movedHours(starts, bindings),
    },
  ];
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
 * Sums by user and by key, most credits first, out of one reading. Grouped by one column at a time,
 * PostgreSQL knows how few groups there are and hashes them; pairs of both it takes for as many as
 * there are rows, and sorts all of these.
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
         ) as rank
       from ${inRange('key')}
       group by grouping sets ((r.user_id), (r.api_key_id)) having sum(r.requests) > 0
     ) owners where rank <= :limit order by rank`,
    { ...bindingsOf(scope), limit },
  );
  const of = (isKey: boolean): OwnerRow[] =>
    found
      .filter((one) => one.isKey === isKey)
      .map(({ id, ...one }) => ({ id, ...sumsOf(SUM_NAMES, one) }));
  return { users: of(false), keys: of(true) };
}

/** Calls of one user that a reason has refused. */
export interface RefusedUser {
  id: string;
  requests: number;
}

/** Users whose calls were refused with an error code, most calls first. */
export async function listRefusedUsers(
  db: Db,
  scope: UsageScope,
  wanted: { errorCode: string; limit: number },
): Promise<RefusedUser[]> {
  return rows<RefusedUser>(
    db,
    `select r.user_id as id, cast(sum(r.requests) as int) as requests from ${inRange('key')}
     where k.error_code = :errorCode
     group by 1 having sum(r.requests) > 0 order by 2 desc, 1 limit :limit`,
    { ...bindingsOf(scope), ...wanted },
  );
}

/**
 * What these users have spent from a moment on, in nano-credits; users without requests are left
 * out.
 */
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

function timesOf({ total, firstToken }: { total: string; firstToken: string }) {
  return { total: BigInt(total), firstToken: BigInt(firstToken) };
}
