import { REQUEST_ID_PATTERN } from '@tollgate/contract/headers';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { isoOrNull } from './filter.ts';
import type { RecordFilter } from './filter.ts';
import { listHours, oldestHour } from './record-hour.queries.ts';
import type { Hour } from './record-hour.queries.ts';
import type { RequestRecord } from './request-record.ts';
import { listSessionDays } from '../usage/session.queries.ts';
import { decodeId } from '@tollgate/runtime/ids';

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

/** Hours of the sums that the first look gives; each further one gives more. */
const HOURS_AT_FIRST = 10;
const HOURS_GROWTH = 5;
const HOURS_AT_ONCE_MAX = 250;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Days of a session that one statement reads. */
const SESSION_DAYS_AT_ONCE = 31;

const COLUMNS = `id, at, cast(extract(epoch from at) * 1000000 as bigint) as micros, request_id,
  user_id, api_key_id, mode, route, model_requested, provider, model, stream, async, status,
  outcome, error_code, attempt, usage, usage_source, charged_n, price_version_id, uplift_bp,
  receipt, output_policy, effective_max_tokens, queue_ms, upstream_ms, first_token_ms, total_ms,
  alias, tries, session_id, tag, reported, usage_suspect`;

const AFTER = `timestamptz 'epoch' + cast(:micros as bigint) * interval '1 microsecond'`;

const MATCHING = `(cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
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
  and (cast(:micros as bigint) is null
    or (at <= ${AFTER} and (at, id) < (${AFTER}, cast(:afterId as uuid))))`;

/**
 * Records, newest first. The sums know in which hours there is what is wanted, so that what is rare
 * is found without reading everything between, and a look at few hours need not be planned over the
 * partition of each day there is.
 */
export async function listRecords(db: Db, wanted: RecordsWanted): Promise<KeptRecord[]> {
  // The sums know nothing of single requests.
  if (wanted.requestId !== null) return listPlainly(db, wanted);
  const { sessionId } = wanted;
  if (sessionId !== null) return listOfSession(db, { ...wanted, sessionId });
  const found: KeptRecord[] = [];
  let { offset } = wanted;
  let before: Date | null = null;
  let oldest: Date | null = null;
  let atOnce = HOURS_AT_FIRST;
  for (;;) {
    const hours: Hour[] = await listHours(db, wanted, {
      before,
      after: wanted.after,
      oldest,
      limit: atOnce,
    });
    const last = hours.at(-1);
    if (last === undefined) return found;
    const needed = wanted.limit - found.length;
    // An hour that is skipped whole needs no reading; that of the cursor is counted with what lies
    // before the cursor.
    const { read, skipped } = hoursToRead(hours, { offset, limit: needed }, wanted.stream === null);
    offset -= skipped;
    if (read.length > 0) {
      const page = await listWithin(db, { ...wanted, limit: needed, offset }, read);
      found.push(...page);
      if (found.length >= wanted.limit) return found;
      offset = page.length > 0 ? 0 : offset - (await passed(db, { ...wanted, offset }, read));
    }
    // The sums outlive their records: behind the oldest one there is nothing to look for.
    if (found.length === 0) oldest ??= await oldestHour(db);
    before = read.at(-1)?.bucket ?? last.bucket;
    atOnce = Math.min(atOnce * HOURS_GROWTH, HOURS_AT_ONCE_MAX);
  }
}

function listPlainly(db: Db, wanted: RecordsWanted): Promise<KeptRecord[]> {
  return rows<KeptRecord>(
    db,
    `select ${COLUMNS} from requests.record where ${MATCHING}
     order by at desc, id desc limit :limit offset :offset`,
    bindingsOf(wanted),
  );
}

/**
 * Records of a session, newest first; its days are known from the sums of sessions, so that nothing
 * of other days is read.
 */
async function listOfSession(
  db: Db,
  wanted: RecordsWanted & { sessionId: string },
): Promise<KeptRecord[]> {
  const { sessionId, userId, after } = wanted;
  const found: KeptRecord[] = [];
  let { offset } = wanted;
  let before = after === null ? null : new Date(Number(after.micros / 1_000n) + 1);
  for (;;) {
    const limit = SESSION_DAYS_AT_ONCE;
    const days = await listSessionDays(db, { sessionId, userId, before, limit });
    const last = days.at(-1);
    if (last === undefined) return found;
    const within = { ...wanted, limit: wanted.limit - found.length, offset };
    const page = await listWithinDays(db, within, days);
    found.push(...page);
    if (found.length >= wanted.limit) return found;
    if (page.length > 0) offset = 0;
    else if (offset > 0) offset -= await countWithinDays(db, wanted, days);
    before = last;
  }
}

/** @param areCounted false: the sums do not say how many of the hours' requests are wanted */
function hoursToRead(
  hours: readonly Hour[],
  page: { offset: number; limit: number },
  areCounted: boolean,
): { read: Hour[]; skipped: number } {
  let skipped = 0;
  let counted = 0;
  const read: Hour[] = [];
  for (const hour of hours) {
    if (read.length === 0 && hour.isWhole && skipped + hour.requests <= page.offset) {
      skipped += hour.requests;
      continue;
    }
    read.push(hour);
    if (areCounted) counted += hour.requests;
    if (counted >= page.offset - skipped + page.limit) break;
  }
  return { read, skipped };
}

/**
 * How many wanted records of an offset were passed in hours that showed none behind it. The sums
 * know it of hours that are wanted whole.
 */
async function passed(db: Db, wanted: RecordsWanted, hours: readonly Hour[]): Promise<number> {
  if (wanted.offset === 0) return 0;
  if (hours.every(({ isWhole }) => isWhole)) {
    return Math.min(
      wanted.offset,
      hours.reduce((sum, { requests }) => sum + requests, 0),
    );
  }
  const times = hours.map(({ bucket }) => bucket.getTime());
  const found = await row<{ count: bigint }>(
    db,
    `select count(*) as count from requests.record
     where date_trunc('hour', at, 'UTC') = any(cast(:hours as timestamptz[]))
       and at >= cast(:from as timestamptz) and at < cast(:to as timestamptz) and ${MATCHING}`,
    {
      ...bindingsOf(wanted),
      hours: times.map(isoOf),
      from: isoOf(Math.min(...times)),
      to: isoOf(Math.max(...times) + HOUR_MS),
    },
  );
  return Number(found?.count ?? 0n);
}

function listWithin(db: Db, wanted: RecordsWanted, hours: readonly Hour[]): Promise<KeptRecord[]> {
  const times = hours.map(({ bucket }) => bucket.getTime());
  return rows<KeptRecord>(
    db,
    `select found.* from unnest(cast(:hours as timestamptz[])) as hour (bucket)
     cross join lateral (
       select ${COLUMNS} from requests.record
       where at >= hour.bucket and at < hour.bucket + interval '1 hour'
         and at >= cast(:from as timestamptz) and at < cast(:to as timestamptz) and ${MATCHING}
       order by at desc, id desc limit cast(:limit as int) + cast(:offset as int)
     ) found
     order by found.at desc, found.id desc limit :limit offset :offset`,
    {
      ...bindingsOf(wanted),
      hours: times.map(isoOf),
      // Constants, unlike the hours: with them the planner leaves out the partitions of all other
      // days.
      from: isoOf(Math.min(...times)),
      to: isoOf(Math.max(...times) + HOUR_MS),
    },
  );
}

/**
 * The parts of these days in which a session had requests; the outer days are constants for the
 * planner.
 */
const SESSION_PARTS = `(
    select user_id, min(first_at) as first_at, max(last_at) as last_at from requests.session_day
    where session_id = :sessionId and bucket = any(cast(:days as timestamptz[]))
      and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
    group by bucket, user_id) part`;
const IN_PART = `r.user_id = part.user_id and r.at >= part.first_at and r.at <= part.last_at
  and r.at >= cast(:from as timestamptz) and r.at < cast(:to as timestamptz)`;

function listWithinDays(
  db: Db,
  wanted: RecordsWanted,
  days: readonly Date[],
): Promise<KeptRecord[]> {
  return rows<KeptRecord>(
    db,
    `select found.* from ${SESSION_PARTS} cross join lateral (
       select ${COLUMNS} from (select * from requests.record r where ${IN_PART}) record
       where ${MATCHING}
       order by at desc, id desc limit cast(:limit as int) + cast(:offset as int)
     ) found
     order by found.at desc, found.id desc limit :limit offset :offset`,
    { ...bindingsOf(wanted), ...daysOf(days) },
  );
}

async function countWithinDays(
  db: Db,
  wanted: RecordsWanted,
  days: readonly Date[],
): Promise<number> {
  const found = await row<{ count: bigint }>(
    db,
    `select count(*) as count from ${SESSION_PARTS} cross join lateral (
       select 1 from (select * from requests.record r where ${IN_PART}) record where ${MATCHING}
     ) found`,
    { ...bindingsOf(wanted), ...daysOf(days) },
  );
  return Number(found?.count ?? 0n);
}

function daysOf(days: readonly Date[]): { days: string[]; from: string; to: string } {
  const times = days.map((day) => day.getTime());
  const [from, to] = [isoOf(Math.min(...times)), isoOf(Math.max(...times) + DAY_MS)];
  return { days: times.map(isoOf), from, to };
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}

function bindingsOf({ after, ...filter }: RecordsWanted) {
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

const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);

/**
 * The newest record that a name stands for, of any user when none is named. A name is the public id
 * of the record or the request id that its answer carried; where one text is both, the public id
 * counts, because callers choose request ids and may choose the same one twice.
 */
export async function findRecord(
  db: Db,
  by: { name: string; userId: string | null },
): Promise<KeptRecord | null> {
  const { name, userId } = by;
  const id = decodeId('req', name);
  const found = id === null ? null : await findById(db, { id, userId });
  if (found !== null || !REQUEST_ID.test(name)) return found;
  return row<KeptRecord>(
    db,
    `select ${COLUMNS} from requests.record
     where request_id = :name and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
     order by at desc limit 1`,
    by,
  );
}

function findById(db: Db, by: { id: string; userId: string | null }): Promise<KeptRecord | null> {
  return row<KeptRecord>(
    db,
    `select ${COLUMNS} from requests.record
     where id = :id and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
     order by at desc limit 1`,
    by,
  );
}
