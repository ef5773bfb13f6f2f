/**
 * `node deploy/operations/verify-backup.ts [address]`: reads every file of a backup, of the newest
 * whole one in BACKUP_IN without an address: each is there, as it was written, and has its rows.
 * With DATABASE_URL the database notes that the newest one was read.
 */
import { checkBackup } from '@tollgate/db/backup/check-backup';
import { noteVerified } from '@tollgate/db/backup/notes';
import { connected, databaseUrl, findBackup, operate, say } from './command.ts';

const USAGE =
  'make verify-backup FROM=<folder or s3://bucket/prefix>, or IN=<where many are>, whose newest one is read.';

await operate(async (reported) => {
  const notes = reported.address === '' && (process.env['DATABASE_URL'] ?? '') !== '';
  const url = notes ? databaseUrl(USAGE) : '';
  const backup = await findBackup(reported, USAGE);
  const { takenAt, tables } = await checkBackup(backup, true);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (notes) await connected(url, (client) => noteVerified(client, backup.store, backup.name));
  say(`The backup of ${takenAt} is whole: ${tables.length} files, ${rows} rows.`);
});
