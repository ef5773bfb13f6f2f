import { REQUEST_ID_PATTERN } from '@tollgate/contract/headers';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { listOfSession, listOfTag } from './record-day.queries.ts';
import { listHours, oldestHour } from './record-hour.queries.ts';
import type { Hour } from './record-hour.queries.ts';
import { bindingsOf, COLUMNS, isoOf, MATCHING } from './record-scope.queries.ts';
import type { KeptRecord, RecordsWanted } from './record-scope.queries.ts';
import { decodeId } from '@tollgate/runtime/ids';

/** Hours of the sums that the first look gives; each further one gives more. */
const HOURS_AT_FIRST = 10;
const HOURS_GROWTH = 5;
const HOURS_AT_ONCE_MAX = 250;
const HOUR_MS = 3_600_000;

/**
 * Records, newest first. The sums know in which hours or days there is what is wanted, so that what
 * is rare is found without reading everything between, and a look at few of them need not be
 * planned over the partition of each day there is.
 */
export async function listRecords(db: Db, wanted: RecordsWanted): Promise<KeptRecord[]> {
  // The sums know nothing of single requests.
  if (wanted.requestId !== null) return listPlainly(db, wanted);
  if (wanted.sessionId !== null) return listOfSession(db, wanted);
  return wanted.tag === null ? listByHours(db, wanted) : listOfTag(db, wanted);
}

async function listByHours(db: Db, wanted: RecordsWanted): Promise<KeptRecord[]> {
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
