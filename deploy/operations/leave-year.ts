/**
 * `node deploy/operations/leave-year.ts`: takes a closed year of the ledger, YEAR, whose days lie
 * in LEDGER_ARCHIVE_IN, out of the database, as far as that may go today: reads every day again,
 * writes what its wallets come to in the transaction that proves its rows, exchanges its partitions
 * for what has to stay, and drops them when it runs again a week later. DRY_RUN=1 says what would
 * be done or what keeps the year; BACK=1 brings it back before its tables are dropped. DATABASE_URL
 * names the database, as its owner.
 */
import { leaveYear, returnYear } from '@tollgate/archive/ledger/leave-year';
import { openBackupStore } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { databaseUrl, operate, say, withPool } from './command.ts';

const USAGE =
  'make leave-year YEAR=<2024> LEDGER_IN=<folder or s3://bucket/prefix>, DRY_RUN=1 to hear what would be done, BACK=1 to bring the year back; DATABASE_URL names the database, as its owner.';
const FORM = /^\d{4}$/u;
/** The values of a variable that asks for something or does not. */
const SWITCH = new Map([
  ['', false],
  ['1', true],
]);

/** @throws OperatorError for any other value: a mistyped trial must not become the real thing */
function isAsked(variable: 'DRY_RUN' | 'BACK'): boolean {
  const asked = SWITCH.get(process.env[variable] ?? '');
  if (asked === undefined) throw new OperatorError(`${variable} is 1, or is left out.`);
  return asked;
}

await operate(async ({ config }) => {
  const url = databaseUrl(USAGE);
  const { YEAR: year = '' } = process.env;
  const [isTrial, isBack] = [isAsked('DRY_RUN'), isAsked('BACK')];
  if (!FORM.test(year) || config.LEDGER_ARCHIVE_IN === '') throw new OperatorError(USAGE);
  const store = openBackupStore(config.LEDGER_ARCHIVE_IN, config, 'LEDGER_ARCHIVE_IN');
  const work = isBack ? returnYear : leaveYear;
  await withPool(url, (at) => work({ ...at, store, year: Number(year), isTrial, log: say }));
});
