import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { listSessionDays } from '../usage/session.queries.ts';
import { listTagDays } from '../usage/tag.queries.ts';
import { bindingsOf, COLUMNS, isoOf, MATCHING } from './record-scope.queries.ts';
import type { KeptRecord, RecordsWanted } from './record-scope.queries.ts';

const DAY_MS = 86_400_000;

/** How the days are known on which there is what a caller named. */
interface NamedDays {
  /** Days that one statement reads. */
  atOnce: number;
  list: (db: Db, wanted: RecordsWanted, page: DaysPage) => Promise<Date[]>;
  /** The users and parts of `:days` in which it occurs. */
  parts: string;
}

interface DaysPage {
  before: Date | null;
  limit: number;
}

const OF_USER = `bucket = any(cast(:days as timestamptz[]))
      and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))`;
const OF_SESSION: NamedDays = {
  atOnce: 31,
  list: (db, { sessionId, userId }, page) =>
    listSessionDays(db, { sessionId: sessionId ?? '', userId, ...page }),
  parts: `select user_id, min(first_at) as first_at, max(last_at) as last_at
    from requests.session_day where session_id = :sessionId and ${OF_USER}
    group by bucket, user_id`,
};
/** A tag is looked for in whole days: fewer at once, because it may be rare on many of them. */
const OF_TAG: NamedDays = {
  atOnce: 7,
  list: (db, { tag, userId }, page) => listTagDays(db, { tag: tag ?? '', userId, ...page }),
  parts: `select distinct user_id, bucket as first_at,
      bucket + interval '1 day' - interval '1 microsecond' as last_at
    from requests.tag_day where tag in (:tag, '') and ${OF_USER}`,
};

/** Records of a session, newest first; nothing is read of days without it. */
export function listOfSession(db: Db, wanted: RecordsWanted): Promise<KeptRecord[]> {
  return listByDays(db, wanted, OF_SESSION);
}

/** Records of a tag, newest first; nothing is read of days without it. */
export function listOfTag(db: Db, wanted: RecordsWanted): Promise<KeptRecord[]> {
  return listByDays(db, wanted, OF_TAG);
}

async function listByDays(db: Db, wanted: RecordsWanted, named: NamedDays): Promise<KeptRecord[]> {
  const { after, dateFrom, dateTo } = wanted;
  const found: KeptRecord[] = [];
  let { offset } = wanted;
  let before = after === null ? dateTo : new Date(Number(after.micros / 1_000n) + 1);
  for (;;) {
    const days = await named.list(db, wanted, { before, limit: named.atOnce });
    const last = days.at(-1);
    if (last === undefined) return found;
    const within = { ...wanted, limit: wanted.limit - found.length, offset };
    const page = await listWithinDays(db, within, { days, parts: named.parts });
    found.push(...page);
    if (found.length >= wanted.limit || (dateFrom !== null && last <= dateFrom)) return found;
    if (page.length > 0) offset = 0;
    else if (offset > 0) offset -= await countWithinDays(db, wanted, { days, parts: named.parts });
    before = last;
  }
}

/** The days that are read, and the parts of them as {@link NamedDays} has them. */
interface DaysRead {
  days: readonly Date[];
  parts: string;
}

/** Begin and end of the days are constants, with which the planner leaves out other partitions. */
const IN_PART = `r.user_id = part.user_id and r.at >= part.first_at and r.at <= part.last_at
  and r.at >= cast(:from as timestamptz) and r.at < cast(:to as timestamptz)`;

function listWithinDays(
  db: Db,
  wanted: RecordsWanted,
  { days, parts }: DaysRead,
): Promise<KeptRecord[]> {
  return rows<KeptRecord>(
    db,
    `select found.* from (${parts}) part cross join lateral (
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
  { days, parts }: DaysRead,
): Promise<number> {
  const found = await row<{ count: bigint }>(
    db,
    `select count(*) as count from (${parts}) part cross join lateral (
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
