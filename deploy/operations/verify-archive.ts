/**
 * `node deploy/operations/verify-archive.ts`: reads archived days in RECORDS_ARCHIVE_IN again:
 * each file is there, as it was written, and has the rows that the database saw archived. All of
 * them, or RECORDS_ARCHIVE_VERIFY_DAYS that were read longest ago.
 */
import { verifyArchive } from '@tollgate/archive/read-day';
import { openBackupStore } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { databaseUrl, operate, say, withPool } from './command.ts';

const USAGE =
  'make verify-archive IN=<folder or s3://bucket/prefix>; DATABASE_URL names the database.';

await operate(async ({ address, config }) => {
  const url = databaseUrl(USAGE);
  if (address !== '' || config.RECORDS_ARCHIVE_IN === '') throw new OperatorError(USAGE);
  const store = openBackupStore(config.RECORDS_ARCHIVE_IN, config, 'RECORDS_ARCHIVE_IN');
  const limit = config.RECORDS_ARCHIVE_VERIFY_DAYS || null;
  const look = await withPool(url, (at) => verifyArchive({ ...at, store, limit }, say));
  if (look.elsewhere > 0) say(`${look.elsewhere} days lie elsewhere and were not read.`);
  if (look.faults.length > 0)
    throw new OperatorError(`${look.faults.length} archived days are not as they were written.`);
  say(`${look.verified} archived days are whole.`);
});
