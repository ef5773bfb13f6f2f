/**
 * `node deploy/operations/leave-year.ts <year> [trial] [back]`: takes a closed year of the ledger,
 * whose days lie in LEDGER_ARCHIVE_IN, out of the database, as far as that may go today: reads
 * every day again, writes what its wallets come to in the transaction that proves its rows,
 * exchanges its partitions for what has to stay, and drops them when it runs again a week later.
 * `trial` says what would be done or what keeps the year; `back` brings it back before its tables
 * are dropped. DATABASE_URL names the database, as its owner.
 */
import { leaveYear, returnYear } from '@tollgate/archive/ledger/leave-year';
import { openBackupStore } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { databaseUrl, operate, say, withPool } from './command.ts';

const USAGE =
  'make leave-year YEAR=<2024> LEDGER_IN=<folder or s3://bucket/prefix>, DRY_RUN=1 to hear what would be done, BACK=1 to bring the year back; DATABASE_URL names the database, as its owner.';
const YEAR = /^\d{4}$/u;
const WORDS = ['trial', 'back'];

await operate(async ({ address: asked, config }) => {
  const url = databaseUrl(USAGE);
  const words = process.argv.slice(3);
  if (!YEAR.test(asked) || config.LEDGER_ARCHIVE_IN === '') throw new OperatorError(USAGE);
  if (words.some((word) => !WORDS.includes(word))) throw new OperatorError(USAGE);
  const store = openBackupStore(config.LEDGER_ARCHIVE_IN, config, 'LEDGER_ARCHIVE_IN');
  const work = words.includes('back') ? returnYear : leaveYear;
  const isTrial = words.includes('trial');
  await withPool(url, (at) => work({ ...at, store, year: Number(asked), isTrial, log: say }));
});
