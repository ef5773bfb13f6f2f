import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Days of a reconciliation that are compared in one transaction. */
export interface DaysToCompare {
  id: string;
  firstDay: string;
  /** The day after the last one. */
  dayAfter: string;
}

/**
 * The oldest that waits and its next days, locked until the transaction ends; other workers pass it
 * over.
 */
export function lockWaitingReconciliation(db: Db, daysMax: number): Promise<DaysToCompare | null> {
  return row<DaysToCompare>(
    db,
    `select id, to_char(next_day, 'YYYY-MM-DD') as "firstDay",
       to_char(least(next_day + cast(:daysMax as int), last_day + 1), 'YYYY-MM-DD') as "dayAfter"
     from requests.reconciliation where finished_at is null
     order by id limit 1 for update skip locked`,
    { daysMax },
  );
}

/**
 * Puts our side beside the report's, from the sums of days: as much work as there are days and
 * kinds of requests, however many requests there were. A replay is no call of the provider, and
 * calls of test keys never leave us. A report that does not separate tokens written to a cache has
 * them among its input; what costs nothing and counts no tokens is in no report.
 */
export async function fillBookSide(db: Db, days: DaysToCompare): Promise<void> {
  await rows(
    db,
    `insert into requests.reconciliation_line as line (reconciliation_id, day, model, is_reported,
       book_input, book_cache_read, book_cache_write, book_output, book_requests, book_charged_n)
     select r.id, cast(u.bucket at time zone 'UTC' as date), k.model, false,
       sum(u.input_tokens), sum(u.cache_read_tokens), sum(u.cache_write_tokens),
       sum(u.output_tokens + u.reasoning_tokens),
       coalesce(sum(u.requests) filter (
         where k.outcome in ('served', 'partial', 'client_gone')), 0),
       sum(u.charged_n)
     from requests.reconciliation r
     join requests.rollup u on u.level = 'all_day'
       and u.bucket >= cast(cast(:firstDay as date) as timestamp) at time zone 'UTC'
       and u.bucket < cast(cast(:dayAfter as date) as timestamp) at time zone 'UTC'
     join requests.rollup_kind k on k.id = u.kind_id and k.provider = r.provider
       and k.mode = 'live' and k.outcome <> 'replayed' and k.model <> ''
     where r.id = :id
     group by r.id, u.bucket, k.model
     having case when r.has_tokens then sum(u.input_tokens + u.cache_read_tokens
         + u.cache_write_tokens + u.output_tokens + u.reasoning_tokens) > 0
       else sum(u.charged_n) > 0 end
     on conflict (reconciliation_id, day, model) do update set
       book_input = excluded.book_input + case
         when line.reported_cache_write is null then excluded.book_cache_write else 0 end,
       book_cache_read = excluded.book_cache_read,
       book_cache_write = case
         when line.reported_cache_write is null then 0 else excluded.book_cache_write end,
       book_output = excluded.book_output, book_requests = excluded.book_requests,
       book_charged_n = excluded.book_charged_n`,
    { ...days },
  );
}

/** Puts beside each line how many of its requests had usage reported that is in doubt, and why. */
export async function fillSuspects(db: Db, days: DaysToCompare): Promise<void> {
  await rows(
    db,
    `update requests.reconciliation_line line set book_suspect = found.reasons
     from (
       select s.day, s.model, jsonb_object_agg(s.reason, s.requests) as reasons
       from requests.reconciliation r
       join requests.suspect_day s on s.provider = r.provider
         and s.day >= cast(:firstDay as date) and s.day < cast(:dayAfter as date)
       where r.id = :id
       group by s.day, s.model
     ) found
     where line.reconciliation_id = :id and line.day = found.day and line.model = found.model`,
    { ...days },
  );
}

/** Whether a measure is apart by more than the tolerance, which is a part of the larger side. */
const isApart = (measure: string): string =>
  `abs(l.reported_${measure} - l.book_${measure})::numeric * 10000
     > greatest(l.reported_${measure}, l.book_${measure})::numeric * r.tolerance_bp`;

/** A provider that asks for less than users were charged leaves what operators mean to earn. */
const IS_COST_APART = `(l.reported_cost_n - l.book_charged_n)::numeric * 10000
  > l.reported_cost_n::numeric * r.tolerance_bp`;

/** Says of each line of the days how its sides compare. */
export async function judgeLines(db: Db, days: DaysToCompare): Promise<void> {
  const measures = ['input', 'cache_read', 'cache_write', 'output', 'requests'];
  const found = [
    ...measures.map((name) => `case when ${isApart(name)} then '${name}' end`),
    `case when ${IS_COST_APART} then 'cost' end`,
  ];
  await rows(
    db,
    `update requests.reconciliation_line line set apart = judged.apart, status = judged.status
     from (
       select told.day, told.model, told.apart, case
         when not told.in_book then 'report_only'
         when not told.is_reported then 'book_only'
         when cardinality(told.apart) > 0 then 'differs'
         else 'equal' end as status
       from (
         select l.day, l.model, l.is_reported, l.book_input is not null as in_book,
           array_remove(array[${found.join(',\n')}], null) as apart
         from requests.reconciliation r
         join requests.reconciliation_line l on l.reconciliation_id = r.id
         where r.id = :id and l.day >= cast(:firstDay as date) and l.day < cast(:dayAfter as date)
       ) told
     ) judged
     where line.reconciliation_id = :id and line.day = judged.day and line.model = judged.model`,
    { ...days },
  );
}

/**
 * Notes how far it is; after the last day, what was found.
 * @returns whether that was the last day
 */
export async function noteCompared(db: Db, { id, dayAfter }: DaysToCompare): Promise<boolean> {
  const noted = await row<{ isLast: boolean }>(
    db,
    `update requests.reconciliation r set next_day = cast(:dayAfter as date),
       finished_at = case when cast(:dayAfter as date) > r.last_day then now() end,
       counts = case when cast(:dayAfter as date) > r.last_day then (
         select coalesce(jsonb_object_agg(c.status, c.lines), '{}') from (
           select l.status, count(*) as lines from requests.reconciliation_line l
           where l.reconciliation_id = r.id group by l.status) c) end
     where r.id = :id returning r.finished_at is not null as "isLast"`,
    { id, dayAfter },
  );
  return noted?.isLast ?? false;
}
