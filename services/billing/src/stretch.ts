import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A stretch of the ledger: ids from the first on, before the other one. */
export interface Stretch {
  from: string;
  upto: string;
}

/** How much one seal covers, and what is too young for one. */
export interface SealTerms {
  /** Movements of one seal at most; fewer where a day ends. */
  entriesMax: number;
  /** How long ago a stretch ended before it is sealed, in milliseconds. */
  quietMs: number;
}

/** Before all ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Behind all ids. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const DAY_MS = 86_400_000;
const TIME_DIGITS = 12;
const PARTS = /^(.{8})(.{4})$/;

/** The first id of a moment in milliseconds. */
export function idAt(ms: number): string {
  if (ms <= 0) return FIRST_ID;
  const time = Math.floor(ms).toString(16).padStart(TIME_DIGITS, '0');
  return `${time.replace(PARTS, '$1-$2')}-0000-0000-000000000000`;
}

/** The moment that an id begins with, in milliseconds. */
export function msOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, TIME_DIGITS), 16);
}

/** Where the open part of the ledger begins; null where nothing is sealed. */
export async function findOpenFrom(db: Db): Promise<string | null> {
  const last = await row<{ id: string }>(
    db,
    'select next_id as id from billing.seal order by no desc limit 1',
  );
  return last?.id ?? null;
}

/** The first movement that no seal covers, with the time of the database; its id null: none. */
export async function findFirstOpen(db: Db): Promise<{ id: string | null; now: Date }> {
  const found = await row<{ id: string | null; now: Date }>(
    db,
    `select clock_timestamp() as now, (
       select e.id from billing.entry e
       where e.id >= coalesce((select next_id from billing.seal order by no desc limit 1),
         cast(:first as uuid))
       order by e.id limit 1) as id`,
    { first: FIRST_ID },
  );
  return found ?? { id: null, now: new Date(0) };
}

/**
 * The stretch that is to be sealed next: the rest of a day, or as many movements as a seal may
 * cover; null while neither has been quiet for long enough.
 */
export async function findNextStretch(db: Db, terms: SealTerms): Promise<Stretch | null> {
  const { id, now } = await findFirstOpen(db);
  if (id === null) return null;
  const from = (await findOpenFrom(db)) ?? FIRST_ID;
  const horizon = idAt(now.getTime() - terms.quietMs);
  const dayEnd = idAt((Math.floor(msOf(id) / DAY_MS) + 1) * DAY_MS);
  const full = await row<{ id: string }>(
    db,
    'select id from billing.entry where id >= :from order by id offset :entriesMax limit 1',
    { from, entriesMax: terms.entriesMax },
  );
  const upto = full !== null && full.id < dayEnd ? full.id : dayEnd;
  return upto <= horizon ? { from, upto } : null;
}
