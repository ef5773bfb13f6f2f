/**
 * `node deploy/operations/verify-archive.ts`: reads archived days in RECORDS_ARCHIVE_IN again:
 * each file is there, as it was written, and has the rows that the database saw archived. All of
 * them, or RECORDS_ARCHIVE_VERIFY_DAYS that were read longest ago. Days of the ledger in
 * LEDGER_ARCHIVE_IN likewise (LEDGER_ARCHIVE_VERIFY_DAYS): their rows have the digests of their
 * seals; where all are read, what they come to for each wallet in a year that left is what the
 * database says of it. Then says of each year that is over what keeps it in the database.
 */
import { describeYear } from '@tollgate/archive/ledger/describe-year';
import { listLedgerYears } from '@tollgate/archive/ledger/ledger-day.queries';
import { listLeftYears } from '@tollgate/archive/ledger/left-year.queries';
import { verifyLedgerArchive } from '@tollgate/archive/ledger/read-ledger-day';
import { verifyArchive } from '@tollgate/archive/read-day';
import type { ArchiveLook } from '@tollgate/archive/read-day';
import { openBackupStore } from '@tollgate/backup/open-store';
import type { BackupConfig } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { databaseUrl, eachOf, operate, say, withPool } from './command.ts';

const USAGE =
  'make verify-archive IN=<folder or s3://bucket/prefix> for request records, LEDGER_IN=<the same> for the ledger; DATABASE_URL names the database.';

/** Says how a look ended. @param days what was read @throws OperatorError where it found faults */
function conclude({ verified, faults, elsewhere }: ArchiveLook, days: string): void {
  if (elsewhere > 0) say(`${elsewhere} ${days} lie elsewhere and were not read.`);
  if (faults.length > 0)
    throw new OperatorError(`${faults.length} archived ${days} are not as they were written.`);
  say(`${verified} archived ${days} are whole.`);
}

async function verifyRecords(url: string, config: BackupConfig): Promise<void> {
  const store = openBackupStore(config.RECORDS_ARCHIVE_IN, config, 'RECORDS_ARCHIVE_IN');
  const limit = config.RECORDS_ARCHIVE_VERIFY_DAYS || null;
  conclude(await withPool(url, (at) => verifyArchive({ ...at, store, limit }, say)), 'days');
}

async function verifyLedger(url: string, config: BackupConfig): Promise<void> {
  const store = openBackupStore(config.LEDGER_ARCHIVE_IN, config, 'LEDGER_ARCHIVE_IN');
  const limit = config.LEDGER_ARCHIVE_VERIFY_DAYS || null;
  await withPool(url, async (at) => {
    const look = await verifyLedgerArchive({ ...at, store, limit }, say);
    const left = await listLeftYears(at.db);
    for (const year of await listLedgerYears(at.db))
      say(
        describeYear(
          year,
          left.find((one) => one.year === year.year),
        ),
      );
    conclude(look, 'days of the ledger');
  });
}

await operate(async ({ address, config }) => {
  const url = databaseUrl(USAGE);
  const works = [
    ...(config.RECORDS_ARCHIVE_IN === '' ? [] : [() => verifyRecords(url, config)]),
    ...(config.LEDGER_ARCHIVE_IN === '' ? [] : [() => verifyLedger(url, config)]),
  ];
  if (address !== '' || works.length === 0) throw new OperatorError(USAGE);
  await eachOf(works);
});
