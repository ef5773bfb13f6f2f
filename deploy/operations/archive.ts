/**
 * `node deploy/operations/archive.ts`: writes days of request records that are older than
 * RECORDS_ARCHIVE_AFTER_DAYS to RECORDS_ARCHIVE_IN as Parquet, reads them back, and removes from
 * there what the policy of request records has outlived. `archive.ts off`: no day leaves the
 * database from now on. DATABASE_URL names it, as its owner or as `tollgate_archive`.
 */
import { archiveDays } from '@tollgate/archive/archive-days';
import { openBackupStore } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { endArchive } from '@tollgate/requests/records/archived-day.queries';
import { databaseUrl, operate, say, withPool } from './command.ts';

const USAGE =
  'make archive IN=<folder or s3://bucket/prefix> AFTER_DAYS=<days>, or OFF=1; DATABASE_URL names the database.';

await operate(async ({ address: asked, config }) => {
  const url = databaseUrl(USAGE);
  if (asked === 'off') {
    await withPool(url, ({ db }) => endArchive(db));
    say('Request records stay in the database from now on. What was archived lies where it lay.');
    return;
  }
  if (asked !== '' || config.RECORDS_ARCHIVE_IN === '') throw new OperatorError(USAGE);
  const store = openBackupStore(config.RECORDS_ARCHIVE_IN, config, 'RECORDS_ARCHIVE_IN');
  const { archived, removed } = await withPool(url, (at) =>
    archiveDays({ ...at, store, afterDays: config.RECORDS_ARCHIVE_AFTER_DAYS, log: say }),
  );
  say(`${archived.length} days archived and ${removed.length} removed in ${store.addressOf()}.`);
});
