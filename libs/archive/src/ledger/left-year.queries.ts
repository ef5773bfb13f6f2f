import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A year that left the ledger, or whose sums were written for that. */
export interface LeftYear {
  year: number;
  /** Wallets that moved in it. */
  wallets: bigint;
  /** Movements of it that stay in the database. */
  kept: bigint;
  summedAt: Date;
  /** Null: its rows are still in the ledger. */
  leftAt: Date | null;
  /** Null: its tables are kept apart, so that it can be brought back. */
  droppedAt: Date | null;
}

/** Lists years that left or are about to, the newest first. */
export function listLeftYears(db: Db): Promise<LeftYear[]> {
  return rows<LeftYear>(
    db,
    `select year, wallets, kept_entries as kept, summed_at as "summedAt", left_at as "leftAt",
       dropped_at as "droppedAt"
     from ledger_archive.left_years() order by year desc`,
  );
}

/** What all movements of a wallet in a year come to, in nano-credits. */
export interface WalletSums {
  userId: string;
  availableN: bigint;
  reservedN: bigint;
  consumedN: bigint;
  issuedN: bigint;
}

/** The next wallets that moved in a year that left, in the order of their users. */
export function listLeftWallets(
  db: Db,
  page: { year: number; after: string; limit: number },
): Promise<WalletSums[]> {
  return rows<WalletSums>(
    db,
    `select user_id as "userId", available_n as "availableN", reserved_n as "reservedN",
       consumed_n as "consumedN", issued_n as "issuedN"
     from ledger_archive.left_wallets(cast(:year as int), cast(:after as uuid), cast(:limit as int))
     order by user_id`,
    { ...page },
  );
}

/** The archived days of a year, oldest first, and where they lie. */
export function listLedgerDaysOfYear(
  db: Db,
  year: number,
): Promise<{ day: string; store: string }[]> {
  return rows(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day, store
     from ledger_archive.archived_days(cast(:year as int)) order by 1`,
    { year },
  );
}

/** Why a year has to stay, beside what is known of it otherwise. */
export async function listReasonsToStay(db: Db, year: number): Promise<string[]> {
  const found = await rows<{ reason: string }>(
    db,
    'select reason from ledger_archive.why_not(cast(:year as int))',
    { year },
  );
  return found.map(({ reason }) => reason);
}

/** Why the tables of a year that left have to stay apart. */
export async function listReasonsToKeep(
  db: Db,
  wanted: { year: number; waitMs: number },
): Promise<string[]> {
  const found = await rows<{ reason: string }>(
    db,
    `select reason from ledger_archive.why_not_drop(cast(:year as int),
       cast(:waitMs as float8) * interval '1 millisecond')`,
    { ...wanted },
  );
  return found.map(({ reason }) => reason);
}

/** The time of the database. */
export async function readClock(db: Db): Promise<Date> {
  const found = await row<{ now: Date }>(db, 'select clock_timestamp() as now');
  return found?.now ?? new Date(0);
}

/**
 * Proves the rows of a year by their seals and writes what its wallets come to. In a transaction
 * that sees one moment.
 * @param wanted `since`: every day of it has to be read again in the archive since then
 */
export async function sumYear(db: Db, wanted: { year: number; since: Date }): Promise<void> {
  await rows(
    db,
    'select ledger_archive.sum_year(cast(:year as int), cast(:since as timestamptz))',
    { ...wanted },
  );
}

/** Takes a year with sums out of the ledger; its tables stay apart. */
export async function takeYearOut(db: Db, year: number): Promise<void> {
  await rows(db, 'select ledger_archive.leave_year(cast(:year as int))', { year });
}

/** Puts the newest year that left back into the ledger. */
export async function putYearBack(db: Db, year: number): Promise<void> {
  await rows(db, 'select ledger_archive.return_year(cast(:year as int))', { year });
}

/** Drops the tables of a year that left. */
export async function dropYear(
  db: Db,
  wanted: { year: number; since: Date; waitMs: number },
): Promise<void> {
  await rows(
    db,
    `select ledger_archive.drop_year(cast(:year as int), cast(:since as timestamptz),
       cast(:waitMs as float8) * interval '1 millisecond')`,
    { ...wanted },
  );
}
