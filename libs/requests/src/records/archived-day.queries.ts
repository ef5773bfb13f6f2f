import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { leasedRows, renewLease } from '@tollgate/db/leased-rows';

/** A day of request records in the archive, or one that was begun there. */
export interface ArchivedDay {
  /** Such as `2026-11-25`, in UTC. */
  day: string;
  /** Null while nothing of the day counts as archived. */
  archivedAt: Date | null;
  rows: bigint | null;
  /** SHA-256 in hexadecimal digits over the lines of the rows. */
  sha256: string | null;
  /** The address of the archive, as operators write it, and the name in it. */
  store: string | null;
  name: string | null;
  /** Null while the rows are in the database as well. */
  leftAt: Date | null;
}

const DAY_COLUMNS = `to_char(day, 'YYYY-MM-DD') as day, archived_at as "archivedAt", rows,
  encode(digest, 'hex') as sha256, store, name, left_at as "leftAt"`;

/** One run archives at a time: its claim is the fence of what it notes. */
const LEASES = leasedRows({
  table: 'requests.archive',
  key: { one: 'one' },
  fence: 'claims',
  owner: null,
  standing: 'true',
});

/** What a run writes for its claim. */
export interface ArchiveFence {
  one: true;
  claims: number;
}

/**
 * Claims the archive and notes how it is set up, so that days leave the database from now on.
 * @returns null while another run is at it
 */
export async function claimArchive(
  db: Db,
  claim: { afterDays: number; store: string; leaseMs: number },
): Promise<ArchiveFence | null> {
  await rows(
    db,
    `insert into requests.archive (after_days, store) values (:afterDays, :store)
     on conflict do nothing`,
    claim,
  );
  const claimed = await row<{ claims: number }>(
    db,
    `update requests.archive set after_days = :afterDays, store = :store, ${LEASES.claim}
     where ${LEASES.free} returning claims`,
    claim,
  );
  return claimed === null ? null : { one: true, claims: claimed.claims };
}

/** Keeps the claim up. @returns false when it is lost */
export function renewArchive(db: Db, fence: ArchiveFence & { leaseMs: number }): Promise<boolean> {
  return renewLease(db, LEASES, { ...fence });
}

export async function releaseArchive(db: Db, fence: ArchiveFence): Promise<void> {
  await rows(db, `update requests.archive set ${LEASES.release} where ${LEASES.held}`, {
    ...fence,
  });
}

/** From now on no day is archived, and none leaves the database for the archive. */
export async function endArchive(db: Db): Promise<void> {
  await rows(db, 'delete from requests.archive');
}

/** Days that are to be written to the archive, oldest first. */
export async function listDaysToArchive(db: Db, afterDays: number): Promise<string[]> {
  const found = await rows<{ day: string }>(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day from requests.days_to_archive(:afterDays) as d(day)
     order by 1`,
    { afterDays },
  );
  return found.map(({ day }) => day);
}

/**
 * From now on every write to the day is noticed.
 * @returns false where the day is not to be archived
 */
export async function beginArchivedDay(db: Db, day: string, claims: number): Promise<boolean> {
  const begun = await row<{ begun: boolean }>(
    db,
    'select requests.begin_archived_day(cast(:day as date), cast(:claims as int)) as begun',
    { day, claims },
  );
  return begun?.begun ?? false;
}

/** A day as it lies in the archive, read back from there. */
export interface DayInArchive {
  rows: number;
  /** In nano-credits. */
  chargedN: bigint;
  sha256: string;
  bytes: number;
  store: string;
  name: string;
}

/**
 * Notes that a day lies in the archive. `differs`: the database has other rows or charges;
 * `written`: somebody wrote to the day meanwhile, or another run has begun it; `gone`: it was
 * purged meanwhile.
 */
export async function noteArchivedDay(
  db: Db,
  { day, claims }: { day: string; claims: number },
  { chargedN, ...archived }: DayInArchive,
): Promise<'archived' | 'differs' | 'written' | 'gone'> {
  const noted = await row<{ state: 'archived' | 'differs' | 'written' | 'gone' }>(
    db,
    `select requests.note_archived_day(cast(:day as date), cast(:claims as int),
       cast(:archived as jsonb)) as state`,
    {
      day,
      claims,
      archived: JSON.stringify({ ...archived, charged_n: chargedN.toString() }),
    },
  );
  return noted?.state ?? 'gone';
}

/** A column of the records, with its type as PostgreSQL names it. */
export interface RecordColumn {
  name: string;
  type: string;
}

export function listRecordColumns(db: Db): Promise<RecordColumn[]> {
  return rows<RecordColumn>(
    db,
    `select cast(attname as text) as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = cast('requests.record' as regclass) and attnum > 0 and not attisdropped
     order by attnum`,
  );
}

/** Where a page of a day starts: after this record. */
export interface DayCursor {
  /** Microseconds since 1970. */
  at: string;
  id: string;
}

const WITHIN_DAY = `at >= cast(cast(:day as date) as timestamp) at time zone 'UTC'
  and at < cast(cast(:day as date) + 1 as timestamp) at time zone 'UTC'`;
const MOMENT = `timestamptz 'epoch' + cast(:at as bigint) * interval '1 microsecond'`;
const FIRST: DayCursor = { at: '-1', id: '00000000-0000-0000-0000-000000000000' };

/** Everything as text; a moment as microseconds since 1970, so that nothing of it is lost. */
const textOf = ({ name, type }: RecordColumn): string =>
  type === 'timestamp with time zone'
    ? `cast(cast(extract(epoch from ${name}) * 1000000 as bigint) as text) as ${name}`
    : `cast(${name} as text) as ${name}`;

/** The next records of a day in the order of their time, each value as text or null. */
export function readDayPage(
  db: Db,
  columns: readonly RecordColumn[],
  page: { day: string; after: DayCursor | null; limit: number },
): Promise<Record<string, string | null>[]> {
  const { day, limit, after } = page;
  return rows<Record<string, string | null>>(
    db,
    `select ${columns.map(textOf).join(', ')} from requests.record r
     where ${WITHIN_DAY} and (r.at, r.id) > (${MOMENT}, cast(:id as uuid))
     order by r.at, r.id limit :limit`,
    { day, limit, ...(after ?? FIRST) },
  );
}

/** How many records of a day there are, and how many of these. */
export async function countOfDay(
  db: Db,
  day: string,
  ids: readonly string[],
): Promise<{ rows: bigint; named: bigint }> {
  const counted = await row<{ rows: bigint; named: bigint }>(
    db,
    `select count(*) as rows, count(*) filter (where id = any(cast(:ids as uuid[]))) as named
     from requests.record where ${WITHIN_DAY}`,
    { day, ids: [...ids] },
  );
  return counted ?? { rows: 0n, named: 0n };
}

/** Days that were begun or archived and that the archive has not given up, oldest first. */
export function listArchivedDays(db: Db): Promise<ArchivedDay[]> {
  return rows<ArchivedDay>(
    db,
    `select ${DAY_COLUMNS} from requests.archived_day where removed_at is null order by day`,
  );
}

const THERE = 'archived_at is not null and removed_at is null';

/**
 * Archived days in a store, those first that were read again longest ago.
 * @param wanted `limit` null: all of them
 */
export async function listDaysToVerify(
  db: Db,
  wanted: { store: string; limit: number | null },
): Promise<string[]> {
  const found = await rows<{ day: string }>(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day from requests.archived_day d
     where ${THERE} and store = :store order by verified_at nulls first, d.day limit :limit`,
    { ...wanted },
  );
  return found.map(({ day }) => day);
}

/** How many archived days lie in other stores than this one. */
export async function countDaysElsewhere(db: Db, store: string): Promise<number> {
  const found = await row<{ days: number }>(
    db,
    `select cast(count(*) as int) as days from requests.archived_day
     where ${THERE} and store <> :store`,
    { store },
  );
  return found?.days ?? 0;
}

export function findArchivedDay(db: Db, day: string): Promise<ArchivedDay | null> {
  return row<ArchivedDay>(
    db,
    `select ${DAY_COLUMNS} from requests.archived_day
     where day = cast(:day as date) and archived_at is not null`,
    { day },
  );
}

/** Notes that a day was read again and found as it was archived. */
export async function noteDayVerified(db: Db, day: string): Promise<void> {
  await rows(
    db,
    `update requests.archived_day set verified_at = now()
     where day = cast(:day as date) and archived_at is not null`,
    { day },
  );
}

/** Notes that the archive has given a day up. */
export async function noteDayRemoved(db: Db, day: string): Promise<void> {
  await rows(
    db,
    'update requests.archived_day set removed_at = now() where day = cast(:day as date)',
    { day },
  );
}

/**
 * Drops the oldest day of records, if it is due and lies in the archive.
 * @returns the day, or null where none is to be dropped now
 */
export async function dropArchivedDay(db: Db): Promise<string | null> {
  const dropped = await row<{ day: string | null }>(
    db,
    `select to_char(requests.drop_archived_day(), 'YYYY-MM-DD') as day`,
  );
  return dropped?.day ?? null;
}

/**
 * For how many seconds the oldest day that is not in the archive should have been there; 0: all
 * are. Null where days are not archived.
 */
export async function readArchiveOverdue(db: Db): Promise<number | null> {
  const found = await row<{ seconds: number | null }>(
    db,
    'select requests.archive_overdue() as seconds',
  );
  return found?.seconds ?? null;
}
