import { setTimeout as pause } from 'node:timers/promises';
import type { ListableStore } from '@tollgate/backup/backup-store';
import { OperatorError } from '@tollgate/db/command';
import type { Knex } from '@tollgate/db/connect';
import { rows } from '@tollgate/db/connect';
import { isRetryable } from '@tollgate/db/failures';
import { obstaclesOf } from './describe-year.ts';
import { listLedgerYears } from './ledger-day.queries.ts';
import {
  dropYear,
  listLedgerDaysOfYear,
  listLeftYears,
  listReasonsToKeep,
  listReasonsToStay,
  putYearBack,
  readClock,
  sumYear,
  takeYearOut,
} from './left-year.queries.ts';
import { verifyLedgerDay } from './read-ledger-day.ts';
import { startSums } from './sums-by-wallet.ts';
import type { SumsByWallet } from './sums-by-wallet.ts';

/** For how long the tables of a year that left are kept apart, in milliseconds: a week. */
const LEFT_TABLES_MS = 604_800_000;

/** How often the exchange is tried while calls or a backup have the locks that it needs. */
const EXCHANGE_TRIES_MAX = 60;
/** How long calls are left alone between two tries, in milliseconds. */
const EXCHANGE_PAUSE_MS = 2_000;

/** The year, and where its days lie. */
export interface LeaveYearOptions {
  db: Knex;
  store: ListableStore;
  /** An existing folder of this machine with room for one file of a day. */
  folder: string;
  year: number;
  /** Says what would be done, and does nothing. */
  isTrial: boolean;
  log: (line: string) => void;
  /** How long the tables stay apart; default: {@link LEFT_TABLES_MS}. */
  waitMs?: number;
  /** How long between two tries of an exchange; default: 2 seconds. */
  pauseMs?: number;
}

/**
 * Goes as far with a year as it may: reads every day of it again in the archive, writes what its
 * wallets come to in the transaction that proves its rows, takes its partitions out of the ledger,
 * and drops them a week later. Each step is whole or not at all, and the next run goes on.
 * @throws OperatorError with everything that keeps the year, or its tables, where they are
 */
export async function leaveYear(options: LeaveYearOptions): Promise<void> {
  const { db, year, isTrial, log } = options;
  const known = (await listLeftYears(db)).find((one) => one.year === year);
  if (known !== undefined && known.droppedAt !== null) {
    log(`${year} left on ${known.leftAt?.toISOString()}; its tables were dropped.`);
    return;
  }
  if (known !== undefined && known.leftAt !== null) return dropTables(options);
  await assertMayLeave(options);
  if (isTrial) {
    log(`${year} may leave: every day is read again in the archive, sums of wallets are written,`);
    log('its partitions are exchanged, and a week later a second run drops them.');
    return;
  }
  const since = await readClock(db);
  const sums = startSums();
  await readDays(options, sums);
  log(`${year}: every day was read again in the archive`);
  await writeSums(options, { since, sums });
  log(`${year}: its rows are what was sealed, and its sums are written`);
  await exchanged(options, () => takeYearOut(db, year));
  log(`${year}: left the ledger; a run behind the wait drops its tables, BACK=1 brings it back`);
}

/**
 * Brings the newest year that left back, as long as its tables are there.
 * @throws OperatorError when that is too late
 */
export async function returnYear(options: LeaveYearOptions): Promise<void> {
  const { db, year, isTrial, log } = options;
  if (isTrial) {
    log(`${year} would be brought back.`);
    return;
  }
  await exchanged(options, () => putYearBack(db, year));
  log(`${year}: is in the ledger again`);
}

async function assertMayLeave({ db, store, year }: LeaveYearOptions): Promise<void> {
  const own = (await listLedgerYears(db)).find((one) => one.year === year);
  if (own === undefined) throw new OperatorError(`The ledger has no year ${year} that is over.`);
  const days = await listLedgerDaysOfYear(db, year);
  const elsewhere = days.filter((day) => day.store !== store.addressOf()).length;
  const reasons = [
    ...obstaclesOf(own),
    ...(elsewhere === 0 ? [] : [`${elsewhere} days lie elsewhere than in ${store.addressOf()}`]),
    ...(await listReasonsToStay(db, year)),
  ];
  if (reasons.length > 0) throw new OperatorError(`${year} has to stay: ${reasons.join('; ')}.`);
}

async function readDays(options: LeaveYearOptions, sums?: SumsByWallet): Promise<void> {
  const { db, store, folder, year, log } = options;
  for (const { day } of await listLedgerDaysOfYear(db, year)) {
    log(await verifyLedgerDay({ db, store, folder, day }, sums));
  }
}

/** The sums that the database writes have to be those that the archive has. */
async function writeSums(
  { db, year }: LeaveYearOptions,
  { since, sums }: { since: Date; sums: SumsByWallet },
): Promise<void> {
  await db.transaction(
    async (trx) => {
      // A year takes as long as it is large.
      await rows(trx, `select set_config('statement_timeout', '0', true)`);
      await refusing(() => sumYear(trx, { year, since }));
      await sums.assertSame(trx, year);
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function dropTables(options: LeaveYearOptions): Promise<void> {
  const { db, year, isTrial, log, waitMs = LEFT_TABLES_MS } = options;
  const reasons = await listReasonsToKeep(db, { year, waitMs });
  if (reasons.length > 0)
    throw new OperatorError(`${year} has left; its tables stay: ${reasons.join('; ')}.`);
  if (isTrial) {
    log(`${year} has left: every day is read again in the archive, then its tables are dropped.`);
    return;
  }
  const since = await readClock(db);
  await readDays(options);
  await refusing(() => dropYear(db, { year, since, waitMs }));
  log(`${year}: its tables were dropped`);
}

/** Tries an exchange of partitions until its locks are to be had. */
async function exchanged(options: LeaveYearOptions, exchange: () => Promise<void>): Promise<void> {
  const { log, pauseMs = EXCHANGE_PAUSE_MS } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await refusing(exchange);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (tries >= EXCHANGE_TRIES_MAX)
        throw new OperatorError(
          'The locks of the ledger were not to be had: a backup or a full look has them. Nothing has changed; run this again later.',
        );
      if (tries === 1)
        log('Waits for the locks of the ledger: calls, a look or a backup have them.');
      await pause(pauseMs);
    }
  }
}

/** SQLSTATE of what a function of the ledger refuses with its reason. */
const REFUSED = '55000';

async function refusing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (code !== REFUSED) throw error;
    throw new OperatorError(reasonIn(message ?? ''));
  }
}

/** The driver puts the statement in front of what the database says. */
const reasonIn = (message: string): string => message.split(' - ').at(-1) ?? message;
