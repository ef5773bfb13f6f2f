import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';
import { LEDGER_COLUMNS } from './ledger-columns.ts';
import type { LedgerSeal } from './seal-digest.ts';

/** Days that are sealed to their end, old enough and not in the archive, oldest first. */
export async function listLedgerDaysToWrite(db: Db, afterDays: number): Promise<string[]> {
  const found = await rows<{ day: string }>(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day
     from ledger_archive.days_to_write(cast(:afterDays as int)) order by 1`,
    { afterDays },
  );
  return found.map(({ day }) => day);
}

/** The seals of a day, with the link of the chain before the first of them. */
export interface SealsOfDay {
  seals: LedgerSeal[];
  chainBefore: string | null;
}

/** Gives the seals of a day; none where the day is not sealed to its end. */
export async function listSealsOfDay(db: Db, day: string): Promise<SealsOfDay> {
  const found = await rows<LedgerSeal & { chainBefore: string | null }>(
    db,
    `select no, first_id as "firstId", next_id as "nextId", cast(entries as text) as entries,
       cast(holds as text) as holds, cast(available_n as text) as "availableN",
       cast(reserved_n as text) as "reservedN", cast(consumed_n as text) as "consumedN",
       cast(issued_n as text) as "issuedN", encode(digest, 'hex') as digest,
       cast(cast(extract(epoch from sealed_at) * 1000000 as bigint) as text) as "sealedAt",
       encode(chain, 'hex') as chain, encode(chain_before, 'hex') as "chainBefore"
     from ledger_archive.seals_of(cast(:day as date)) order by no`,
    { day },
  );
  return {
    seals: found.map(({ chainBefore: _before, ...seal }) => seal),
    chainBefore: found[0]?.chainBefore ?? null,
  };
}

/** Everything as text; a moment as microseconds since 1970, so that nothing of it is lost. */
const textOf = ({ name, type }: RecordColumn): string =>
  type === 'timestamp with time zone'
    ? `cast(cast(extract(epoch from ${name}) * 1000000 as bigint) as text) as ${name}`
    : `cast(${name} as text) as ${name}`;
const TEXTS = LEDGER_COLUMNS.map(textOf).join(', ');

/** The next movements of a stretch in the order of their ids, each value as text or null. */
export function readLedgerPage(
  db: Db,
  page: { from: string; upto: string; after: string; limit: number },
): Promise<Record<string, string | null>[]> {
  return rows<Record<string, string | null>>(
    db,
    `select ${TEXTS} from ledger_archive.read_stretch(cast(:from as uuid), cast(:upto as uuid),
       cast(:after as uuid), cast(:limit as int)) m order by m.id`,
    { ...page },
  );
}

/** A run's claim of a day: its number is the fence of what the run notes. */
export interface LedgerDayClaim {
  day: string;
  claim: number;
}

/**
 * Claims a day.
 * @param wanted `again`: also one that is in the archive, to be written once more
 * @returns null where there is nothing to write, or another run is at it
 */
export async function beginLedgerDay(
  db: Db,
  wanted: { day: string; leaseMs: number; again: boolean },
): Promise<LedgerDayClaim | null> {
  const begun = await row<{ claim: number | null }>(
    db,
    `select ledger_archive.begin_day(cast(:day as date), cast(:leaseMs as int),
       cast(:again as boolean)) as claim`,
    { ...wanted },
  );
  const claim = begun?.claim ?? null;
  return claim === null ? null : { day: wanted.day, claim };
}

/** Keeps a claim up, or gives it back with a lease of 0. @returns false when it is lost */
export async function renewLedgerDay(
  db: Db,
  claim: LedgerDayClaim & { leaseMs: number },
): Promise<boolean> {
  const renewed = await row<{ kept: boolean }>(
    db,
    `select ledger_archive.renew_day(cast(:day as date), cast(:claim as int),
       cast(:leaseMs as int)) as kept`,
    { ...claim },
  );
  return renewed?.kept ?? false;
}

/** A day of the ledger as it lies in the archive, read back from there. */
export interface LedgerDayInArchive {
  entries: number;
  /** SHA-256 over the digests of its stretches, in hexadecimal digits. */
  sha256: string;
  bytes: number;
  store: string;
  name: string;
}

/**
 * Notes that a day lies in the archive. `differs`: its seals say otherwise; `lost`: another run has
 * begun it meanwhile.
 */
export async function noteLedgerDay(
  db: Db,
  { day, claim }: LedgerDayClaim,
  archived: LedgerDayInArchive,
): Promise<'archived' | 'differs' | 'lost'> {
  const noted = await row<{ state: 'archived' | 'differs' | 'lost' }>(
    db,
    `select ledger_archive.note_day(cast(:day as date), cast(:claim as int),
       cast(:archived as jsonb)) as state`,
    { day, claim, archived: JSON.stringify(archived) },
  );
  return noted?.state ?? 'lost';
}

/**
 * Archived days in a store, those first that were read again longest ago.
 * @param wanted `limit` null: all of them
 */
export async function listLedgerDaysToVerify(
  db: Db,
  wanted: { store: string; limit: number | null },
): Promise<string[]> {
  const found = await rows<{ day: string }>(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day
     from ledger_archive.days_to_verify(:store, cast(:limit as int))`,
    { ...wanted },
  );
  return found.map(({ day }) => day);
}

/** How many archived days lie in other stores than this one. */
export async function countLedgerDaysElsewhere(db: Db, store: string): Promise<number> {
  const found = await row<{ days: number }>(
    db,
    'select ledger_archive.days_elsewhere(:store) as days',
    { store },
  );
  return found?.days ?? 0;
}

/** Notes that the files of a day were read again and have what its seals say. */
export async function noteLedgerDayVerified(db: Db, day: string): Promise<void> {
  await rows(db, 'select ledger_archive.note_verified(cast(:day as date))', { day });
}

/** A year that is over, and what of it keeps its rows in the database. */
export interface LedgerYear {
  year: number;
  /** Days with seals, those of them in the archive, and those of these that were read again. */
  days: number;
  archived: number;
  verified: number;
  /** Whether it is sealed to its end. */
  isSealed: boolean;
  openHolds: bigint;
  /** Grants of the year or an earlier one that have something left. */
  liveGrants: bigint;
  /** What the verifier compares its holds with and the database still has. */
  witnesses: string[];
}

/** Lists the years that are over, oldest first. */
export function listLedgerYears(db: Db): Promise<LedgerYear[]> {
  return rows<LedgerYear>(
    db,
    `select year, days, archived, verified, is_sealed as "isSealed", open_holds as "openHolds",
       live_grants as "liveGrants", witnesses
     from ledger_archive.years() order by year`,
  );
}
