/**
 * `node deploy/operations/archive.ts`: writes days of request records that are older than
 * RECORDS_ARCHIVE_AFTER_DAYS to RECORDS_ARCHIVE_IN as Parquet, reads them back, and removes from
 * there what the policy of request records has outlived. Copies sealed days of the ledger to
 * LEDGER_ARCHIVE_IN likewise, and removes nothing of them. `archive.ts off`: no day leaves the
 * database from now on. `archive.ts again <day>`: copies that day of the ledger once more.
 * DATABASE_URL names the database, as its owner or as `tollgate_archive`.
 */
import { archiveDays } from '@tollgate/archive/archive-days';
import { archiveLedger } from '@tollgate/archive/ledger/archive-ledger';
import { openBackupStore } from '@tollgate/backup/open-store';
import type { BackupConfig } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { endArchive } from '@tollgate/requests/records/archived-day.queries';
import { databaseUrl, eachOf, operate, say, withPool } from './command.ts';

const USAGE =
  'make archive IN=<folder or s3://bucket/prefix> AFTER_DAYS=<days> for request records, LEDGER_IN=<the same> LEDGER_AFTER_DAYS=<days> for the ledger, AGAIN=<2026-11-25>, or OFF=1; DATABASE_URL names the database.';
const DAY = /^\d{4}-\d\d-\d\d$/u;

async function archiveRecords(url: string, config: BackupConfig): Promise<void> {
  const store = openBackupStore(config.RECORDS_ARCHIVE_IN, config, 'RECORDS_ARCHIVE_IN');
  const { archived, removed } = await withPool(url, (at) =>
    archiveDays({ ...at, store, afterDays: config.RECORDS_ARCHIVE_AFTER_DAYS, log: say }),
  );
  say(`${archived.length} days archived and ${removed.length} removed in ${store.addressOf()}.`);
}

async function copyLedger(url: string, config: BackupConfig, again: string | null): Promise<void> {
  const store = openBackupStore(config.LEDGER_ARCHIVE_IN, config, 'LEDGER_ARCHIVE_IN');
  const afterDays = config.LEDGER_ARCHIVE_AFTER_DAYS;
  const days = await withPool(url, (at) =>
    archiveLedger({ ...at, store, afterDays, again, log: say }),
  );
  say(`${days.length} days of the ledger copied to ${store.addressOf()}.`);
}

await operate(async ({ address: asked, config }) => {
  const url = databaseUrl(USAGE);
  const [, , , day = ''] = process.argv;
  if (asked === 'off') {
    await withPool(url, ({ db }) => endArchive(db));
    say('Request records stay in the database from now on. What was archived lies where it lay.');
    return;
  }
  const hasLedger = config.LEDGER_ARCHIVE_IN !== '';
  if (asked === 'again' && hasLedger && DAY.test(day)) return copyLedger(url, config, day);
  if (asked !== '' || !(hasLedger || config.RECORDS_ARCHIVE_IN !== ''))
    throw new OperatorError(USAGE);
  await eachOf([
    ...(config.RECORDS_ARCHIVE_IN === '' ? [] : [() => archiveRecords(url, config)]),
    ...(hasLedger ? [() => copyLedger(url, config, null)] : []),
  ]);
});
