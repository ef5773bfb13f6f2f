/**
 * `node deploy/operations/restore.ts [address]`: fills an empty database from a backup, from the
 * newest whole one in BACKUP_IN without an address. DATABASE_URL names the database as its owner;
 * DATABASE_ROLE_PASSWORDS is a JSON object with the login password of every service's role.
 */
import { restore } from '@tollgate/db/backup/restore';
import { parseRolePasswords } from '@tollgate/db/role-passwords';
import { databaseUrl, findBackup, operate, say } from './command.ts';

const USAGE =
  'make restore FROM=<folder or s3://bucket/prefix>, or IN=<where many are>; DATABASE_URL names an empty database.';

await operate(async (reported) => {
  const url = databaseUrl(USAGE);
  const rolePasswords = parseRolePasswords(process.env['DATABASE_ROLE_PASSWORDS'] || '{}');
  const backup = await findBackup(reported, USAGE);
  const { takenAt } = await restore({ databaseUrl: url, rolePasswords, backup, log: say });
  say(`The database is as it was at ${takenAt}. Run make verify-ledger and make verify-audit now.`);
});
